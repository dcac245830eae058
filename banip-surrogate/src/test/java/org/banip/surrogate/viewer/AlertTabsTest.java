package org.banip.surrogate.viewer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.banip.surrogate.wire.Patience.await;

import java.nio.file.Path;
import org.banip.alerts.finding.Severity;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Several tabs of the live page in one browser. */
class AlertTabsTest {
    @TempDir
    private Path directory;

    private void awaitWaiting(Browser tab, String priorities) {
        await().until(() -> tab.evaluate(
                        "[...document.querySelectorAll('.alerts li.unheard')].map(row => row.className.split(' ')[0]).join()")
                .equals(priorities));
    }

    private void acknowledge(Browser tab, String priority) throws Exception {
        tab.toFront();
        tab.evaluate("document.querySelector('.alerts li." + priority + " > button').click(); ''");
    }

    /** One of them asks the host and tells the others, also when it is hidden or closed. */
    @Test
    void allTabsShowWhatOneOfThemAcknowledges(@TempDir Path profile) throws Exception {
        try (AlertedHost alerted = new AlertedHost(directory);
                Browser first = Browser.start(profile)) {
            alerted.open(first);
            alerted.raise("ban-17", "heart", "asystole", Severity.HIGH);
            alerted.raise("ban-17", "pulse", "above", Severity.MEDIUM);
            awaitWaiting(first, "high,medium");
            try (Browser second = first.anotherTab()) {
                second.open(alerted.host.base());
                awaitWaiting(second, "high,medium");
                assertThat(first.evaluate("document.visibilityState")).isEqualTo("hidden");
                acknowledge(second, "high");
                awaitWaiting(second, "medium");
                awaitWaiting(first, "medium");
                assertThat(first.evaluate("document.querySelector('.alerts li.high .state').textContent"))
                        .startsWith("acknowledged by clara at ");
                acknowledge(first, "medium");
                awaitWaiting(first, "");
                awaitWaiting(second, "");
                assertThat(second.evaluate("document.visibilityState")).isEqualTo("hidden");
                alerted.raise("ban-17", "battery", "below", Severity.LOW);
                awaitWaiting(second, "low");
                awaitWaiting(first, "low");
            }
            alerted.raise("ban-17", "breath", "apnea", Severity.HIGH);
            awaitWaiting(first, "high,low");
        }
    }
}
