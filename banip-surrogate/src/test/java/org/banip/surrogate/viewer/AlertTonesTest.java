package org.banip.surrogate.viewer;

import static org.banip.surrogate.wire.Patience.await;

import java.nio.file.Path;
import java.util.UUID;
import org.banip.alerts.finding.Severity;
import org.banip.server.audit.Who;
import org.banip.surrogate.wire.Patience;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How the alerts of the live page sound, in a real browser. */
class AlertTonesTest {
    @TempDir
    private Path directory;

    private static void awaitRows(Browser page, String rows) {
        await().until(() -> page.evaluate("String(document.querySelectorAll('.alerts li').length)")
                .equals(rows));
    }

    private static void listenToTones(Browser page) throws InterruptedException {
        page.evaluate("window.heard = []; const make = BaseAudioContext.prototype.createOscillator;"
                + "BaseAudioContext.prototype.createOscillator = function() {"
                + " const tone = make.call(this); window.heard.push(tone.frequency); return tone; };"
                + "document.getElementById('sound').click(); ''");
    }

    /** How many pulses of this frequency sounded. */
    private static String tones(Browser page, int hertz) throws InterruptedException {
        return page.evaluate("String(window.heard.filter(tone => tone.value === " + hertz + ").length)");
    }

    /** In a hidden tab timers come late, up to a minute. */
    @Test
    void alertsAreShownAndSoundWithoutATimer(@TempDir Path profile) throws Exception {
        try (AlertedHost alerted = new AlertedHost(directory);
                Browser page = Browser.start(profile)) {
            alerted.open(page);
            listenToTones(page);
            page.evaluate("const last = setTimeout(() => {}, 0); for (let id = 1; id <= last; id++) clearTimeout(id);"
                    + "window.setTimeout = window.setInterval = () => 0; ''");
            alerted.raise("ban-17", "battery", "below", Severity.LOW);
            awaitRows(page, "1");
            await().until(() -> tones(page, 440).equals("2"));
            alerted.raise("ban-17", "pulse", "above", Severity.MEDIUM);
            awaitRows(page, "2");
            await().until(() -> tones(page, 660).equals("3"));
        }
    }

    @Test
    void whatIsMoreUrgentSoundsAtOnce(@TempDir Path profile) throws Exception {
        try (AlertedHost alerted = new AlertedHost(directory);
                Browser page = Browser.start(profile)) {
            alerted.open(page);
            listenToTones(page);
            alerted.raise("ban-17", "battery", "below", Severity.LOW);
            await().until(() -> tones(page, 440).equals("2"));
            page.evaluate("const now = performance.now(); performance.now = () => now; ''");
            UUID high = alerted.raise("ban-17", "heart", "asystole", Severity.HIGH);
            await().until(() -> tones(page, 660).equals("10"));
            Patience.get(alerted.alerting().acknowledge(high, Who.of("clara", "password")));
            await().until(() -> page.evaluate("String(document.querySelectorAll('.alerts li.unheard').length)")
                    .equals("1"));
            alerted.raise("ban-17", "breath", "apnea", Severity.HIGH);
            await().until(() -> tones(page, 660).equals("20"));
        }
    }
}
