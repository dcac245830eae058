package org.banip.surrogate.viewer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.banip.surrogate.wire.Patience.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.UUID;
import org.banip.alerts.finding.Severity;
import org.banip.surrogate.alert.AlertState;
import org.banip.surrogate.wire.Patience;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The alerts of the live page, in a real browser. */
class AlertsPageTest {
    /** A folder for pictures of what the page looks like, for people; none unless set. */
    private static final String PICTURES = "banip.test.pictures";

    @TempDir
    private Path directory;

    private Browser browser;

    private String at(String expression) throws InterruptedException {
        return browser.evaluate("String(" + expression + ")");
    }

    private void logIn(String name) throws Exception {
        browser.evaluate("document.querySelector('input[name=name]').value = '" + name + "';"
                + "document.querySelector('input[name=password]').value = '" + AlertedHost.PASSWORD + "';"
                + "document.querySelector('button').click(); ''");
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
            browser.open(alerted.host.base());
            await().until(() ->
                    at("!!document.querySelector('input[name=password]')").equals("true"));
            logIn("clara");
            await().until(() ->
                    at("document.getElementById('alert-count')?.textContent").equals("No open alerts"));
            assertThat(at("document.querySelector('.alerts .bar').innerText")).contains("BANip is no medical device");
            alerted.raise("ban-17", "battery", "below", Severity.LOW);
            alerted.raise("ban-17", "pulse", "above", Severity.MEDIUM);
            UUID high = alerted.raise("ban-17", "heart", "asystole", Severity.HIGH);
            await().until(() ->
                    at("document.querySelectorAll('.alerts li').length").equals("3"));
            assertThat(at("[...document.querySelectorAll('.alerts li .mark')].map(m => m.textContent).join()"))
                    .isEqualTo("!!! HIGH,!! MEDIUM,! LOW");
            await().until(() -> at("document.title").equals("(3) ban-17 \u00b7 BANip live"));
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

    @Test
    void whoMayNotAcknowledgeHasNoButton(@TempDir Path profile) throws Exception {
        try (AlertedHost alerted = new AlertedHost(directory);
                Browser started = Browser.start(profile)) {
            browser = started;
            alerted.raise("ban-17", "heart", "asystole", Severity.HIGH);
            alerted.raise("ban-18", "heart", "asystole", Severity.HIGH);
            browser.open(alerted.host.base());
            await().until(() ->
                    at("!!document.querySelector('input[name=password]')").equals("true"));
            logIn("vera");
            await().until(() ->
                    at("document.querySelectorAll('.alerts li').length").equals("1"));
            assertThat(at("getComputedStyle(document.querySelector('.alerts li button:last-child')).display"))
                    .isEqualTo("none");
        }
    }
}
