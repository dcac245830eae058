package org.banip.surrogate.alert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.banip.surrogate.alert.Findings.BAN;
import static org.banip.surrogate.alert.Findings.SESSION;
import static org.banip.surrogate.alert.Findings.begins;
import static org.banip.surrogate.alert.Findings.ends;
import static org.banip.surrogate.wire.Patience.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.PreparedStatement;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.banip.alerts.finding.Severity;
import org.banip.core.alert.AlertNotice;
import org.banip.server.audit.AuditLog;
import org.banip.server.audit.AuditSettings;
import org.banip.surrogate.settings.AlertSettings;
import org.banip.surrogate.store.JdbcStore;
import org.banip.surrogate.wire.RunningHost;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Alerts for wearers, by commands to real interconnects. */
class WearerTest {
    @TempDir
    private Path directory;

    private JdbcStore store;
    private RunningHost host;

    @BeforeEach
    void start() throws Exception {
        Path contacts = Files.writeString(
                directory.resolve("contacts.json"),
                "{\"contacts\": [{\"name\": \"wearer\", \"mbu\": true}], \"rules\": [{\"to\": [\"wearer\"]}]}");
        AlertSettings byDefault = AlertSettings.DEFAULT;
        store = JdbcStore.open(directory.resolve("store.db"));
        host = RunningHost.over(
                store,
                builder -> builder.audit(AuditLog.open(AuditSettings.in(directory.resolve("audit")), "host"))
                        .alerts(new AlertSettings(
                                Optional.of(contacts),
                                false,
                                Optional.empty(),
                                byDefault.timeout(),
                                byDefault.mostWaiting())));
    }

    @AfterEach
    void stop() {
        host.close();
    }

    private Alerting alerting() {
        return host.host().alerting().orElseThrow();
    }

    private void found(String ban, boolean begins) {
        alerting()
                .found(
                        ban,
                        SESSION,
                        "host",
                        false,
                        7,
                        begins ? begins("heart", Severity.LOW, 100) : ends("heart", Severity.LOW, 98, 110));
    }

    private WearerMbu mbu(String ban, String answer) throws Exception {
        return new WearerMbu(host.base(), ban, step -> answer);
    }

    @Test
    void eachMbuIsToldTheStepsOfItsBanInOrder() throws Exception {
        try (WearerMbu one = mbu(BAN, "");
                WearerMbu other = mbu("ban-18", "")) {
            found(BAN, true);
            found("ban-18", true);
            found(BAN, false);
            await().until(() -> alerting().statistics().delivered() == 3);
            assertThat(one.steps()).extracting(AlertNotice::event).containsExactly("raised", "ended");
            assertThat(one.steps()).extracting(AlertNotice::ban).containsOnly(BAN);
            assertThat(other.steps()).extracting(AlertNotice::ban).containsExactly("ban-18");
            assertThat(alerting().problem()).isEmpty();
        }
    }

    @Test
    void aStepWaitsForAnInterconnectOfItsBan() throws Exception {
        try (WearerMbu other = mbu("ban-18", "")) {
            found(BAN, true);
            found("ban-18", true);
            await().until(() -> alerting().statistics().delivered() == 1);
            assertThat(other.steps()).extracting(AlertNotice::ban).containsExactly("ban-18");
        }
        assertThat(alerting().problem()).isEmpty();
        assertThat(alerting().statistics().failed()).isZero();
        try (WearerMbu late = mbu(BAN, "")) {
            await().until(() -> alerting().statistics().delivered() == 2);
            assertThat(late.steps()).extracting(AlertNotice::ban).containsExactly(BAN);
        }
    }

    @Test
    void theNewestSessionOfABanIsTold() throws Exception {
        try (WearerMbu old = mbu(BAN, "");
                WearerMbu newest = mbu(BAN, "")) {
            found(BAN, true);
            await().until(() -> alerting().statistics().delivered() == 1);
            assertThat(newest.steps()).hasSize(1);
            assertThat(old.steps()).isEmpty();
            newest.deregister();
            found(BAN, false);
            await().until(() -> alerting().statistics().delivered() == 2);
            assertThat(old.steps()).extracting(AlertNotice::event).containsExactly("ended");
        }
    }

    @Test
    void whatAnMbuRefusesIsGivenUpAtTheFifthAnswer() throws Exception {
        try (WearerMbu mbu = mbu(BAN, "no such command")) {
            found(BAN, true);
            await().until(() -> alerting().problem().isPresent());
            assertThat(alerting().problem().orElseThrow())
                    .contains(
                            "contact wearer (MBU of BAN ban-17) does not take alerts: the MBU answers that it cannot tell the wearer");
            await().until(() -> {
                dueNow();
                return alerting().statistics().refused() == 1;
            });
            assertThat(mbu.steps()).hasSize(5);
            assertThat(alerting().statistics().delivered()).isZero();
            await().until(() -> alerting().statistics().waiting() == 0);
            mbu.deregister();
        }
        await().until(() -> alerting().problem().isEmpty());
        Path audit = directory.resolve("audit/audit-000001.jsonl");
        await().untilAsserted(() -> assertThat(Files.readAllLines(audit))
                .filteredOn(line -> line.contains("\"event\":\"command-"))
                .hasSize(10)
                .allMatch(line -> line.contains("\"who\":\"host\",\"by\":\"alerts\"")));
        assertThat(Files.readString(audit))
                .contains("\"state\":\"fails\",\"reason\":\"refused\"")
                .doesNotContain("no such command");
    }

    @Test
    void onlyAnswersThatAnMbuCannotCount() throws Exception {
        AtomicInteger asked = new AtomicInteger();
        try (WearerMbu mbu = new WearerMbu(host.base(), BAN, step -> {
            switch (asked.incrementAndGet()) {
                case 1:
                    update("UPDATE alert_delivery SET attempts = attempts + 10"); // as if they had not been answered
                    return "too many commands wait, allowed are 16";
                case 2:
                    return "too many alerts wait, allowed are 16";
                case 3:
                    return "the listener of alerts failed";
                default:
                    return "";
            }
        })) {
            found(BAN, true);
            await().until(() -> {
                dueNow();
                return alerting().statistics().delivered() == 1;
            });
            assertThat(alerting().statistics().refused()).isZero();
            assertThat(mbu.steps()).hasSize(4);
        }
    }

    /** Shorter than to wait. */
    private void dueNow() {
        update("UPDATE alert_delivery SET due_nanos = 0 WHERE claimed_by = '' AND outcome = 0");
    }

    private void update(String sql) {
        int unused = store.sideTables().orElseThrow().write("test", connection -> {
            try (PreparedStatement update = connection.prepareStatement(sql)) {
                return update.executeUpdate();
            }
        });
    }
}
