package org.banip.surrogate.viewer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.banip.surrogate.viewer.Caller.basic;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.banip.alerts.finding.Severity;
import org.banip.core.json.JsonObject;
import org.banip.server.audit.AuditLog;
import org.banip.server.audit.AuditSettings;
import org.banip.server.audit.Who;
import org.banip.surrogate.alert.Alert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the audit log has of alerts that somebody was shown. */
class AlertsSeenTest {
    @TempDir
    private Path directory;

    private List<JsonObject> seen() throws Exception {
        try (Stream<Path> files = Files.list(directory.resolve("audit"))) {
            return files.filter(file -> file.toString().endsWith(".jsonl"))
                    .flatMap(file -> read(file).stream())
                    .map(JsonObject::parse)
                    .filter(line -> line.string("event").equals("alerts-seen"))
                    .toList();
        }
    }

    private static List<String> read(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private AuditLog log() {
        return AuditLog.open(AuditSettings.in(directory.resolve("audit")), "host");
    }

    @Test
    void theLogHasWhoWasShownAlertsOfWhichBan() throws Exception {
        try (AlertedHost alerted = new AlertedHost(directory, log())) {
            alerted.raise("ban-17", "heart", "asystole", Severity.HIGH);
            alerted.raise("ward4-1", "heart", "asystole", Severity.HIGH);
            Caller caller = new Caller(alerted.host.base());
            for (int poll = 0; poll < 3; poll++) {
                assertThat(caller.get("alerts", basic("vera")).statusCode()).isEqualTo(200);
            }
            assertThat(caller.get("alerts", basic("emma")).statusCode()).isEqualTo(403);
        }
        assertThat(seen()).hasSize(1);
        JsonObject line = seen().get(0);
        assertThat(line.string("who")).isEqualTo("vera");
        assertThat(line.string("by")).isEqualTo("password");
        assertThat(line.string("from")).isEqualTo("127.0.0.1");
        assertThat(line.strings("bans")).containsExactly("ban-17");
        assertThat(line.integer("count", 0, 9)).isEqualTo(1);
    }

    @Test
    void aBanIsToldOnceInAMinuteForEachViewer() throws Exception {
        AtomicLong now = new AtomicLong();
        try (AlertedHost alerted = new AlertedHost(directory);
                AuditLog log = log()) {
            alerted.raise("ban-17", "heart", "asystole", Severity.HIGH);
            List<Alert> first = List.copyOf(alerted.alerting().open());
            alerted.raise("ban-18", "heart", "asystole", Severity.HIGH);
            alerted.raise("ban-18", "breath", "apnoea", Severity.HIGH);
            List<Alert> all = List.copyOf(alerted.alerting().open());
            AlertsSeen told = new AlertsSeen(log, now::get);
            Who anna = Who.of("anna", "password");
            told.begin(anna, "192.0.2.1", first).join();
            told.begin(anna, "192.0.2.1", all).join();
            told.begin(anna, "192.0.2.1", all).join();
            told.begin(Who.of("otto", "password"), "192.0.2.1", first).join();
            now.addAndGet(TimeUnit.MINUTES.toNanos(1));
            told.begin(anna, "192.0.2.1", all).join();
            told.begin(anna, "192.0.2.1", List.of()).join();
        }
        assertThat(seen())
                .extracting(line -> line.string("who") + " " + line.strings("bans") + " " + line.integer("count", 0, 9))
                .containsExactly("anna [ban-17] 1", "anna [ban-18] 2", "otto [ban-17] 1", "anna [ban-17, ban-18] 3");
    }
}
