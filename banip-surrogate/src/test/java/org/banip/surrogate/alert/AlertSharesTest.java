package org.banip.surrogate.alert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.banip.surrogate.alert.Findings.begins;
import static org.banip.surrogate.alert.Findings.ends;
import static org.banip.surrogate.wire.Patience.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.banip.alerts.finding.Finding;
import org.banip.alerts.finding.Severity;
import org.banip.core.json.JsonObject;
import org.banip.server.audit.Audit;
import org.banip.surrogate.settings.AlertSettings;
import org.banip.surrogate.store.JdbcStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What one BAN or one contact costs the others. */
class AlertSharesTest {
    private static final int FLOOD = 15_000;

    @TempDir
    private Path directory;

    private WebhookReceiver receiver;
    private JdbcStore store;
    private Alerting alerting;

    @BeforeEach
    void start() throws Exception {
        receiver = new WebhookReceiver((number, request) -> request.path().equals("/dead") ? 503 : 204);
        Files.writeString(directory.resolve("key"), "0123456789abcdef0123456789abcdef");
        contacts(true);
        store = JdbcStore.open(directory.resolve("store.db"));
        AlertSettings byDefault = AlertSettings.DEFAULT;
        alerting = new Alerting(
                store.sideTables().orElseThrow(),
                new AlertSettings(
                        Optional.of(directory.resolve("contacts.json")),
                        false,
                        Optional.empty(),
                        byDefault.timeout(),
                        2),
                () -> System.currentTimeMillis() * 1_000_000,
                Audit.OFF,
                "detectors.json",
                Duration.ofMillis(1));
        alerting.start(List::of, step -> {});
    }

    private void contacts(boolean dead) throws Exception {
        Files.writeString(
                directory.resolve("contacts.json"),
                "{\"contacts\": [" + (dead ? contact("dead") + "," : "") + contact("alive") + "], \"rules\": ["
                        + (dead ? "{\"bans\": [\"ban-a\"], \"severities\": [\"medium\"], \"to\": [\"dead\"]}," : "")
                        + " {\"severities\": [\"high\"], \"to\": [\"alive\"]}]}");
    }

    private String contact(String name) {
        return "{\"name\": \"" + name + "\", \"webhook\": \"" + receiver.url("/" + name) + "\", \"keyFile\": \"key\"}";
    }

    @AfterEach
    void stop() {
        alerting.close();
        store.close();
        receiver.close();
    }

    private void found(String ban, Finding finding) {
        alerting.found(ban, new UUID(1, ban.hashCode()), "host", false, 7, finding);
    }

    @Test
    void aFloodOfOneBanNeitherLosesNorDelaysWhatIsFoundInAnother() {
        for (int i = 0; i < FLOOD; i++) {
            found(
                    "ban-a",
                    i % 2 == 0 ? begins("flap", Severity.LOW, 100 + i) : ends("flap", Severity.LOW, 97 + i, 100 + i));
            if (i == FLOOD / 2) {
                found("ban-a", begins("once", Severity.LOW, 100));
            }
        }
        found("ban-a", begins("flap", Severity.LOW, 100 + FLOOD));
        found("ban-b", begins("heart", Severity.HIGH, 100));
        await().until(() -> receiver.taken().size() == 1);
        assertThat(JsonObject.parse(receiver.taken().get(0).body()).string("ban"))
                .isEqualTo("ban-b");
        await().until(() -> alerting.open().stream()
                .anyMatch(alert -> alert.cause().sinceNanos() == (98L + FLOOD) * 1_000_000_000));
        assertThat(alerting.open())
                .extracting(alert -> alert.cause().detector())
                .as("the last state of each detector")
                .containsExactlyInAnyOrder("heart", "once", "flap");
        assertThat(alerting.statistics().lost()).isZero();
        assertThat(alerting.problem()).isEmpty();
    }

    @Test
    void aContactThatTakesNothingCostsOnlyItself() {
        for (int i = 0; i < 3; i++) {
            found("ban-a", begins("d" + i, Severity.MEDIUM, 100));
        }
        await().until(() -> alerting.statistics().givenUp() == 1);
        found("ban-b", begins("heart", Severity.HIGH, 100));
        await().until(() -> receiver.taken().size() == 1);
        assertThat(alerting.statistics().givenUp()).isEqualTo(1);
    }

    @Test
    void whatWaitsForAContactThatIsNotInTheFileAnyMoreEnds() throws Exception {
        found("ban-a", begins("one", Severity.MEDIUM, 100));
        await().until(() ->
                !receiver.all().isEmpty() && alerting.problem().orElse("").contains("contact dead"));
        contacts(false);
        await().until(() -> alerting.statistics().removed() == 1);
        await().until(() -> alerting.problem().isEmpty());
        assertThat(alerting.statistics().waiting()).isZero();
        found("ban-a", ends("one", Severity.MEDIUM, 98, 110));
        await().until(() -> alerting.statistics().removed() == 2);
    }
}
