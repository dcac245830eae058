package org.banip.surrogate.alert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.banip.surrogate.alert.Findings.BAN;
import static org.banip.surrogate.alert.Findings.SESSION;
import static org.banip.surrogate.alert.Findings.begins;
import static org.banip.surrogate.alert.Findings.ends;
import static org.banip.surrogate.wire.Patience.await;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.banip.alerts.finding.Finding;
import org.banip.alerts.finding.Severity;
import org.banip.core.json.JsonObject;
import org.banip.server.audit.Audit;
import org.banip.server.audit.Who;
import org.banip.server.log.HeardLog;
import org.banip.surrogate.settings.AlertSettings;
import org.banip.surrogate.store.JdbcStore;
import org.banip.surrogate.wire.Patience;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Alerts to a real receiver, over sockets. */
class AlertDeliveryTest {
    private static final String KEY = "0123456789abcdef0123456789abcdef";
    private static final Pattern SIGNATURE = Pattern.compile("t=(\\d+),v1=([0-9a-f]{64})");

    @TempDir
    private Path directory;

    private WebhookReceiver receiver;
    /** How far the host's clock is off. */
    private final AtomicLong clockNanos = new AtomicLong();

    private JdbcStore store;
    private Alerting alerting;

    @BeforeEach
    void start() throws Exception {
        receiver = new WebhookReceiver((number, request) -> 204);
        Files.writeString(directory.resolve("key"), KEY);
        contacts("/ward", "/on-call", 3_600_000);
        open();
    }

    private void contacts(String ward, String onCall, long escalateMillis) throws Exception {
        Files.writeString(
                directory.resolve("contacts.json"),
                "{\"contacts\": [" + contact("ward", ward) + "," + contact("on-call", onCall) + "], \"rules\": ["
                        + "{\"severities\": [\"high\"], \"to\": [\"ward\"], \"escalateTo\": [\"on-call\"]}],"
                        + " \"escalateMillis\": {\"high\": " + escalateMillis + "}}");
    }

    private String contact(String name, String path) {
        return "{\"name\": \"" + name + "\", \"webhook\": \"" + receiver.url(path) + "\", \"keyFile\": \"key\"}";
    }

    private void open() {
        store = JdbcStore.open(directory.resolve("store.db"));
        AlertSettings byDefault = AlertSettings.DEFAULT;
        alerting = new Alerting(
                store.sideTables().orElseThrow(),
                new AlertSettings(
                        Optional.of(directory.resolve("contacts.json")),
                        false,
                        Optional.empty(),
                        byDefault.timeout(),
                        byDefault.mostWaiting()),
                () -> System.currentTimeMillis() * 1_000_000 + clockNanos.get(),
                Audit.OFF,
                "detectors.json");
        alerting.start(List::of, step -> {});
    }

    @AfterEach
    void stop() {
        shut();
        receiver.close();
    }

    private void shut() {
        alerting.close();
        store.close();
        await().until(() -> Thread.getAllStackTraces().keySet().stream()
                .noneMatch(thread -> thread.getName().startsWith("banip-alert")));
    }

    private void found(Finding finding) {
        alerting.found(BAN, SESSION, "host", false, 7, finding);
    }

    private List<String> events(String path) {
        return receiver.taken().stream()
                .filter(request -> request.path().equals(path))
                .map(request -> JsonObject.parse(request.body()).string("event"))
                .toList();
    }

    @Test
    void aClockThatIsSetBackDelaysNoDelivery() throws Exception {
        clockNanos.set(TimeUnit.HOURS.toNanos(12));
        receiver.answer((number, request) -> 503);
        found(begins("heart", Severity.HIGH, 100));
        await().until(() -> !receiver.all().isEmpty());
        shut();
        clockNanos.set(0);
        receiver.answer((number, request) -> 204);
        open();
        await().until(() ->
                events("/ward").contains("raised")); // it escalates, too: nobody knows whether its time is over
    }

    @Test
    void aStepIsPostedWithItsKeyAndSignature() throws Exception {
        found(begins("heart", Severity.HIGH, 100));
        await().until(() -> receiver.taken().size() == 1);
        WebhookReceiver.Request request = receiver.taken().get(0);
        JsonObject json = JsonObject.parse(request.body());
        assertThat(json.names())
                .containsExactly(
                        "id",
                        "step",
                        "contact",
                        "event",
                        "at",
                        "who",
                        "ban",
                        "session",
                        "priority",
                        "severity",
                        "by",
                        "detector",
                        "kind",
                        "group",
                        "channel",
                        "since",
                        "raised",
                        "value",
                        "unit");
        assertThat(json.string("since")).isEqualTo("1970-01-01T00:01:38Z");
        assertThat(json.number("value")).isEqualTo(4.5);
        assertThat(request.key()).isEqualTo("\"" + json.string("id") + "-1.ward\"");
        assertThat(json.string("contact")).isEqualTo("ward");
        Matcher signature = SIGNATURE.matcher(request.signature());
        assertThat(signature.matches()).as(request.signature()).isTrue();
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(KEY.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
        byte[] expected = mac.doFinal((signature.group(1) + "." + request.body()).getBytes(StandardCharsets.UTF_8));
        assertThat(signature.group(2)).isEqualTo(HexFormat.of().formatHex(expected));
    }

    @Test
    void whatIsNotTakenComesAgainWithTheSameKeyAndInOrder() {
        receiver.answer((number, request) -> List.of(503, 500, 429, 404, 200).get(Math.min(number, 5) - 1));
        found(begins("heart", Severity.HIGH, 100));
        found(ends("heart", Severity.HIGH, 98, 110));
        await().until(() -> receiver.taken().size() == 2);
        assertThat(events("/ward")).containsExactly("raised", "ended");
        assertThat(receiver.all().stream().map(WebhookReceiver.Request::key).distinct())
                .hasSize(2);
        assertThat(receiver.all().stream().map(WebhookReceiver.Request::body).distinct())
                .hasSize(2);
        assertThat(receiver.all()).hasSize(6);
        await().until(() ->
                alerting.problem().isEmpty() && alerting.statistics().delivered() == 2);
        assertThat(alerting.statistics().failed()).isEqualTo(4);
    }

    @Test
    void twoContactsAtOneServerHaveKeysOfTheirOwn() throws Exception {
        shut();
        Files.writeString(
                directory.resolve("contacts.json"),
                "{\"contacts\": [" + contact("ward", "/") + "," + contact("on-call", "/")
                        + "], \"rules\": [{\"to\": [\"ward\", \"on-call\"]}]}");
        open();
        found(begins("heart", Severity.HIGH, 100));
        await().untilAsserted(() -> assertThat(receiver.taken())
                .extracting(request -> JsonObject.parse(request.body()).string("contact"))
                .containsExactlyInAnyOrder("ward", "on-call"));
    }

    @Test
    void whatWaitsForAContactGoesToItsNewUrl() throws Exception {
        receiver.answer((number, request) -> request.path().equals("/ward") ? 404 : 204);
        found(begins("heart", Severity.HIGH, 100));
        await().until(() -> alerting.statistics().failed() == 1);
        contacts("/new-ward", "/on-call", 3_600_000);
        await().until(() -> events("/new-ward").equals(List.of("raised")));
        await().until(() -> alerting.problem().isEmpty());
    }

    @Test
    void anAlertThatIsRefusedHoldsUpNoOther() {
        receiver.answer((number, request) -> request.body().contains("\"poison\"") ? 422 : 200);
        found(begins("poison", Severity.HIGH, 100));
        await().until(() -> !receiver.all().isEmpty());
        found(begins("heart", Severity.HIGH, 100));
        await().until(() -> receiver.taken().size() == 1);
        await().until(() -> alerting.statistics().waiting() == 1);
    }

    @Test
    void aRedirectIsAFailureAndIsNotFollowed() {
        receiver.answer((number, request) -> number < 3 ? 307 : 200);
        found(begins("heart", Severity.HIGH, 100));
        await().until(() -> receiver.taken().size() == 1);
        assertThat(receiver.all())
                .allSatisfy(request -> assertThat(request.path()).isEqualTo("/ward"));
    }

    @Test
    void aReceiverThatCannotBeReachedIsNamedWithoutItsPath() {
        String place = receiver.url("/").getAuthority();
        receiver.close();
        found(begins("heart", Severity.HIGH, 100));
        await().untilAsserted(() -> assertThat(alerting.problem().orElse(""))
                .contains("contact ward does not take alerts: no answer of " + place + " (ConnectException)")
                .doesNotContain("/ward"));
    }

    @Test
    void aKeyThatEverybodyMayReadIsWarnedOfOnce() throws Exception {
        shut();
        Files.setPosixFilePermissions(directory.resolve("key"), PosixFilePermissions.fromString("rw-r--r--"));
        try (HeardLog log = new HeardLog()) {
            open();
            assertThat(log.messages().stream()
                            .filter(line -> line.contains(
                                    "every user of this machine may read " + directory.resolve("key") + ";")))
                    .hasSize(1);
        }
    }

    @Test
    void allProblemsAreToldTheWorstFirst() throws Exception {
        shut();
        Files.writeString(
                directory.resolve("contacts.json"),
                "{\"contacts\": [" + contact("ward", "/ward")
                        + "], \"rules\": [{\"severities\": [\"low\"], \"to\": [\"ward\"]}]}");
        open();
        receiver.answer((number, request) -> 503);
        found(begins("pulse", Severity.LOW, 100));
        await().until(() -> alerting.problem().isPresent());
        found(begins("heart", Severity.HIGH, 100));
        await().untilAsserted(() -> assertThat(alerting.problem().orElse(""))
                .startsWith("nobody is told of the alert heart of BAN ban-17")
                .contains("; contact ward does not take alerts: status 503"));
    }

    @Test
    void whatWaitsOutlivesTheHost() {
        receiver.answer((number, request) -> 503);
        found(begins("heart", Severity.HIGH, 100));
        await().until(() -> alerting.problem().isPresent());
        assertThat(alerting.problem().orElseThrow()).contains("contact ward does not take alerts: status 503");
        shut();
        receiver.answer((number, request) -> 200);
        open();
        await().until(() -> events("/ward").equals(List.of("raised")));
    }

    @Test
    void nobodyAcknowledgesSoOthersAreToldAndThenOfEachStep() throws Exception {
        shut();
        contacts("/ward", "/on-call", 1);
        open();
        found(begins("heart", Severity.HIGH, 100));
        await().until(() -> events("/on-call").equals(List.of("escalated")));
        Alert alert = alerting.open().get(0);
        assertThat(Patience.get(alerting.acknowledge(alert.id(), Who.of("clara", "password"))))
                .hasValueSatisfying(after -> assertThat(after.state()).isEqualTo(AlertState.ACKNOWLEDGED));
        assertThat(Patience.get(alerting.acknowledge(alert.id(), Who.of("owen", "password"))))
                .hasValueSatisfying(after ->
                        assertThat(after.acknowledged().orElseThrow().by()).isEqualTo("clara"));
        await().until(() -> events("/on-call").equals(List.of("escalated", "acknowledged")));
        await().until(() -> events("/ward").equals(List.of("raised", "escalated", "acknowledged")));
        assertThat(receiver.taken().stream()
                        .filter(request -> request.body().contains("acknowledged\""))
                        .map(request -> JsonObject.parse(request.body()).string("who")))
                .contains("clara");
        assertThat(alerting.statistics().open()).containsEntry(Priority.HIGH, 1L);
        assertThat(alerting.statistics().steps()).containsEntry(AlertState.ESCALATED, 1L);
    }
}
