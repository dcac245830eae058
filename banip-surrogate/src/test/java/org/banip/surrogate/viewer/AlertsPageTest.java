package org.banip.surrogate.viewer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.banip.surrogate.wire.Patience.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import org.banip.alerts.finding.Severity;
import org.banip.server.audit.Who;
import org.banip.surrogate.alert.Alert;
import org.banip.surrogate.alert.AlertState;
import org.banip.surrogate.wire.Patience;
import org.banip.surrogate.wire.TestMbu;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The alerts of the live page, in a real browser. */
class AlertsPageTest {
    /** A folder for pictures of what the page looks like, for people; none unless set. */
    private static final String PICTURES = "banip.test.pictures";

    private static final int ROUNDS = Integer.getInteger("banip.test.alerts", 3);

    @TempDir
    private Path directory;

    private Browser browser;

    private String at(String expression) throws InterruptedException {
        return browser.evaluate("String(" + expression + ")");
    }

    private void picture(String name, int width, int height, String scheme) throws Exception {
        String folder = System.getProperty(PICTURES, "");
        if (!folder.isEmpty()) {
            browser.emulate(width, height, Map.of("prefers-color-scheme", scheme));
            Files.write(Path.of(folder, name + ".png"), browser.picture());
        }
    }

    private String animation(String priority) throws InterruptedException {
        return at(
                "(s => s.animationName + ' ' + s.animationDuration)(getComputedStyle(document.querySelector('.alerts li."
                        + priority + " .mark')))");
    }

    private String soundSwitch() throws InterruptedException {
        return at(
                "(s => s.getAttribute('aria-checked') + ' ' + s.querySelector('.track').textContent)(document.getElementById('sound'))");
    }

    @Test
    void alertsAreShownByPriorityAndAcknowledged(@TempDir Path profile) throws Exception {
        try (AlertedHost alerted = new AlertedHost(directory);
                Browser started = Browser.start(profile)) {
            browser = started;
            alerted.mbu.send(0, 20);
            alerted.open(browser);
            assertThat(at("document.querySelector('.alerts .bar').innerText")).contains("BANip is no medical device");
            alerted.raise("ban-17", "battery", "below", Severity.LOW);
            alerted.raise("ban-17", "pulse", "above", Severity.MEDIUM);
            UUID high = alerted.raise("ban-17", "heart", "asystole", Severity.HIGH);
            await().until(() ->
                    at("document.querySelectorAll('.alerts li').length").equals("3"));
            assertThat(at("[...document.querySelectorAll('.alerts li .mark')].map(m => m.textContent).join()"))
                    .isEqualTo("!!! HIGH,!! MEDIUM,! LOW");
            await().until(() -> at("document.title").equals("(3) ban-17 \u00b7 BANip live"));
            await().until(() ->
                    at("document.querySelector('.ban .open').textContent").equals("!!! HIGH \u00b7 3 open alerts"));
            await().until(() -> at("document.getElementById('alert-said').textContent")
                    .equals("high priority alert, ban-17: asystole, not acknowledged"));
            assertThat(at("document.getElementById('alert-said').getAttribute('role')"))
                    .isEqualTo("alert");
            assertThat(at("document.querySelector('.alerts li.high small').textContent"))
                    .as("24 hours, and the date unless it is today")
                    .matches("104\\.5 s, since ([0-9-]+ )?[0-9]{2}(:[0-9]{2}){2} \\(heart, by the host\\)");
            assertThat(soundSwitch()).isEqualTo("false off");
            browser.evaluate("document.getElementById('sound').click(); ''");
            assertThat(soundSwitch()).isEqualTo("true on");
            assertThat(browser.heard()).as("its name stays").contains("switch: Sound");
            browser.evaluate("document.getElementById('sound').click(); ''");
            assertThat(soundSwitch()).isEqualTo("false off");
            // 2 Hz and 0.625 Hz.
            assertThat(animation("high")).isEqualTo("flash 0.5s");
            assertThat(animation("medium")).isEqualTo("flash 1.6s");
            assertThat(animation("low")).isEqualTo("none 0s");
            await().until(() -> at("!!document.querySelector('.strip')").equals("true"));
            picture("light", 1100, 800, "light");
            picture("dark", 1100, 800, "dark");
            picture("phone", 390, 800, "light");
            browser.emulate(390, 800, Map.of("prefers-reduced-motion", "reduce"));
            assertThat(animation("high")).startsWith("none");
            assertThat(at("document.documentElement.scrollWidth <= innerWidth"))
                    .as("nothing is wider than a phone")
                    .isEqualTo("true");
            browser.emulate(1100, 800, Map.of());
            browser.evaluate("document.querySelector('.alerts li.high button:last-child').click(); ''");
            await().until(() -> at("document.querySelector('.alerts li.high .state').textContent")
                    .startsWith("acknowledged by clara at "));
            assertThat(animation("high")).startsWith("none");
            assertThat(Patience.get(alerted.alerting().find(high)).orElseThrow().state())
                    .isEqualTo(AlertState.ACKNOWLEDGED);
            assertThat(at("[...document.querySelectorAll('.alerts li .mark')].map(m => m.textContent).join()"))
                    .as("those that wait for somebody come first")
                    .isEqualTo("!! MEDIUM,! LOW,!!! HIGH");
            picture("acknowledged", 1100, 800, "light");
        }
    }

    private void open(AlertedHost alerted, Browser started) throws Exception {
        browser = started;
        alerted.open(browser);
    }

    private void awaitRows(int rows) {
        await().until(() -> at("document.querySelectorAll('.alerts li').length").equals(Integer.toString(rows)));
    }

    @Test
    void aListThatIsCutSaysOfWhichBansSomeAreMissing(@TempDir Path profile) throws Exception {
        try (AlertedHost alerted = new AlertedHost(directory);
                Browser started = Browser.start(profile)) {
            open(alerted, started);
            alerted.crowd(17);
            alerted.raise("ban-17", "heart", "asystole", Severity.HIGH);
            awaitRows(1000);
            await().until(() ->
                    at("document.getElementById('alert-count').textContent").equals("Alerts \u00b7 1089 open"));
            assertThat(at("document.getElementById('alert-cut').textContent"))
                    .startsWith("89 are not shown: ")
                    .contains(" of crowd-")
                    .contains(" of others");
            assertThat(at("document.querySelector('.alerts li .ban-name').textContent"))
                    .isEqualTo("ban-17");
            picture("cut", 1100, 800, "light");
            picture("cut-phone", 390, 800, "light");
        }
    }

    /** A character that turns the direction of what follows it. */
    @Test
    void aTextOfABanDoesNotTurnWhatStandsBehindIt(@TempDir Path profile) throws Exception {
        try (AlertedHost alerted = new AlertedHost(directory);
                Browser started = Browser.start(profile)) {
            open(alerted, started);
            alerted.raise("ban-17", "heart", "\u202easystole", Severity.HIGH);
            awaitRows(1);
            assertThat(at("document.querySelector('.alerts li b').textContent")).isEqualTo("MLII [U+202E]asystole");
            assertThat(at("document.getElementById('alert-said').textContent")).contains("[U+202E]asystole");
            assertThat(at("getComputedStyle(document.querySelector('.alerts li b')).unicodeBidi"))
                    .isEqualTo("isolate");
            picture("turned", 1100, 800, "light");
        }
    }

    @Test
    void aFallThatIsOverSaysSoAndThatNobodyAcknowledgedIt(@TempDir Path profile) throws Exception {
        try (AlertedHost alerted = new AlertedHost(directory);
                Browser started = Browser.start(profile)) {
            open(alerted, started);
            alerted.mbu.send(0, 20);
            alerted.raise("ban-17", "down", "fall", Severity.HIGH);
            awaitRows(1);
            String state = "document.querySelector('.alerts li .state').textContent";
            assertThat(at(state)).isEqualTo("not acknowledged");
            alerted.over("ban-17", "down", "fall", Severity.HIGH);
            await().until(() -> at(state).equals("over, not acknowledged"));
            await().until(() -> at("document.getElementById('alert-told').textContent")
                    .equals("high priority alert, ban-17: fall, over, not acknowledged"));
            assertThat(animation("high")).as("it still waits").isEqualTo("flash 0.5s");
            assertThat(at("document.querySelector('.alerts li > button').textContent + ': '"
                            + " + document.querySelector('.alerts li > button').title"))
                    .isEqualTo("Acknowledge: I take care of it; it ends, because it is over");
            picture("over", 1100, 800, "light");
            browser.evaluate("document.querySelector('.alerts li > button').click(); ''");
            awaitRows(0);
        }
    }

    @Test
    void ofASilenceThePageSaysSinceWhen(@TempDir Path profile) throws Exception {
        try (AlertedHost alerted = new AlertedHost(directory);
                Browser started = Browser.start(profile)) {
            open(alerted, started);
            alerted.raise("ban-17", "quiet", "silent", Severity.MEDIUM);
            awaitRows(1);
            assertThat(at("document.querySelector('.alerts li small').textContent"))
                    .matches("since ([0-9-]+ )?[0-9]{2}(:[0-9]{2}){2} \\(quiet, by the host\\)");
        }
    }

    /** With {@link #PICTURES}, the file {@code alerts-shown.txt} there has a line for each, in milliseconds from the step to the page's text. */
    @Test
    void eachAlertGetsARowWhenItIsRaised(@TempDir Path profile) throws Exception {
        try (AlertedHost alerted = new AlertedHost(directory);
                Browser started = Browser.start(profile)) {
            open(alerted, started);
            browser.evaluate(
                    "window.shown = new Map(); new MutationObserver(() => {"
                            + " for (const row of document.querySelectorAll('.alerts li small')) {"
                            + "  const name = /\\(([^,]*),/.exec(row.textContent)[1];"
                            + "  if (!shown.has(name)) shown.set(name, performance.timeOrigin + performance.now()); } })"
                            + ".observe(document.getElementById('alert-list'), {subtree: true, childList: true, characterData: true}); ''");
            List<String> lines = new ArrayList<>();
            for (int i = 0; i < ROUNDS; i++) {
                String detector = "detector-" + i;
                UUID id = alerted.raise("ban-17", detector, "found", Severity.HIGH);
                await().until(() -> at("shown.has('" + detector + "')").equals("true"));
                double shown = Double.parseDouble(at("shown.get('" + detector + "')"));
                Alert alert = Patience.get(alerted.alerting().find(id)).orElseThrow();
                lines.add(String.format(Locale.ROOT, "%.1f", shown - alert.raisedNanos() / 1e6));
                Patience.get(alerted.alerting().end(id, Who.of("clara", "password")));
                awaitRows(0);
            }
            String folder = System.getProperty(PICTURES, "");
            if (!folder.isEmpty()) {
                Files.write(Path.of(folder, "alerts-shown.txt"), lines);
            }
        }
    }

    private String said() throws InterruptedException {
        return at("[...document.querySelectorAll('#alert-told div')].map(line => line.textContent).join('; ')");
    }

    @Test
    void eachStepIsSaidAlsoTheEnd(@TempDir Path profile) throws Exception {
        try (AlertedHost alerted = new AlertedHost(directory);
                Browser started = Browser.start(profile)) {
            open(alerted, started);
            UUID low = alerted.raise("ban-17", "battery", "below", Severity.LOW);
            alerted.raise("ban-17", "pulse", "above", Severity.MEDIUM);
            awaitRows(2);
            Who clara = Who.of("clara", "password");
            Patience.get(alerted.alerting().acknowledge(low, clara));
            await().until(() -> at("document.querySelector('.alerts li.low .state').textContent")
                    .startsWith("acknowledged"));
            Patience.get(alerted.alerting().end(low, clara));
            awaitRows(1);
            assertThat(said())
                    .contains("low priority alert, ban-17: below, not acknowledged")
                    .contains("medium priority alert, ban-17: above, not acknowledged")
                    .contains("low priority alert, ban-17: below, acknowledged by clara at ")
                    .endsWith("low priority alert, ban-17: below, not open any more");
            assertThat(at("document.getElementById('alert-said').getAttribute('aria-atomic')"))
                    .as("only what is added is told")
                    .isEqualTo("false");
        }
    }

    @Test
    void alertsThatWereNeverKnownAreCalledSo(@TempDir Path profile) throws Exception {
        try (AlertedHost alerted = new AlertedHost(directory);
                Browser started = Browser.start(profile)) {
            open(alerted, started);
            browser.block("*/alerts");
            browser.evaluate("document.getElementById('alert-count').textContent = 'of the page before'; ''");
            browser.open(alerted.host.base());
            await().until(() ->
                    at("document.getElementById('alert-count')?.textContent").equals("Alerts are not known"));
            await().until(() ->
                    at("document.getElementById('alert-trouble').textContent").equals("no contact with the host"));
            assertThat(at("document.getElementById('alerts').hidden")).isEqualTo("false");
            browser.block("");
            await().until(() ->
                    at("document.getElementById('alert-count').textContent").equals("No open alerts"));
        }
    }

    @Test
    void thePatientIsShownAlsoUnderAnotherSession(@TempDir Path profile) throws Exception {
        try (AlertedHost alerted = new AlertedHost(directory);
                Browser started = Browser.start(profile)) {
            open(alerted, started);
            alerted.raise("ban-17", "heart", "asystole", Severity.HIGH);
            awaitRows(1);
            alerted.mbu.delete();
            TestMbu back = new TestMbu(alerted.host.base());
            back.register();
            String now = back.session().toString();
            await().until(() -> at("location.hash").equals("#" + now));
            await().until(() -> at("document.querySelectorAll('.ban').length").equals("1"));
            browser.evaluate("document.querySelector('.alerts li .ban-name').click(); ''");
            assertThat(at("location.hash")).isEqualTo("#" + now);
            await().until(() -> at("document.querySelector('.alerts li .ban-name').disabled")
                    .equals("false"));
            browser.evaluate("location.hash = ''; document.querySelector('.alerts li .ban-name').click(); ''");
            assertThat(at("location.hash")).isEqualTo("#" + now);
        }
    }

    @Test
    void aTelephoneShowsAllThatMustNotWait(@TempDir Path profile) throws Exception {
        try (AlertedHost alerted = new AlertedHost(directory);
                Browser started = Browser.start(profile)) {
            open(alerted, started);
            browser.emulate(390, 800, Map.of());
            for (String detector : List.of("heart", "breath", "fall")) {
                alerted.raise("ban-17", detector, "found", Severity.HIGH);
            }
            awaitRows(3);
            String shown = "[...document.querySelectorAll('.alerts li')].map(row => row.className.split(' ')[0] + ' '"
                    + " + (getComputedStyle(row).display !== 'none')).join()";
            assertThat(at(shown)).isEqualTo("high true,high true,high true");
            assertThat(at("document.getElementById('alert-more').hidden")).isEqualTo("true");
            alerted.raise("ban-17", "battery", "below", Severity.LOW);
            awaitRows(4);
            assertThat(at(shown)).isEqualTo("high true,high true,high true,low false");
            assertThat(at("document.getElementById('alert-more').textContent")).isEqualTo("Show all 4");
            picture("telephone-three-high", 390, 800, "light");
        }
    }

    @Test
    void whoMayNotAcknowledgeHasNoButton(@TempDir Path profile) throws Exception {
        try (AlertedHost alerted = new AlertedHost(directory);
                Browser started = Browser.start(profile)) {
            browser = started;
            alerted.raise("ban-17", "heart", "asystole", Severity.HIGH);
            alerted.raise("ban-18", "heart", "asystole", Severity.HIGH);
            alerted.logIn(browser, "vera");
            await().until(() ->
                    at("document.querySelectorAll('.alerts li').length").equals("1"));
            assertThat(at("getComputedStyle(document.querySelector('.alerts li button:last-child')).display"))
                    .isEqualTo("none");
        }
    }
}
