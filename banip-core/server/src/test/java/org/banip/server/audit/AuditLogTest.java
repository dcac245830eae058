package org.banip.server.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.Awaitility;
import org.banip.core.error.BanipException;
import org.banip.core.json.JsonObject;
import org.banip.server.settings.Setting;
import org.banip.server.settings.SettingTable;
import org.banip.server.settings.SettingType;
import org.banip.server.settings.SettingsReader;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An audit log on real files. */
class AuditLogTest {
    private static final Who ANNA = Who.of("anna", "password");

    @TempDir
    Path directory;

    @Test
    void eachLineHasItsNumberItsTimeAndTheDigestOfTheLineBefore() throws IOException {
        try (AuditLog log = AuditLog.open(AuditSettings.in(directory), "host")) {
            log.record(AuditEntry.of(AuditEvent.VIEW_BEGUN)
                    .by(ANNA)
                    .from("192.0.2.1")
                    .with("ban", "ban-1")
                    .with("groups", List.of("ecg", "spo2")));
            log.record(AuditEntry.of(AuditEvent.VIEW_ENDED)
                    .withObjects("seen", List.of(Map.of("group", "ecg", "next", 7L))));
        }
        List<String> lines = Files.readAllLines(file(1));
        assertThat(lines).hasSize(2);
        JsonObject first = JsonObject.parse(lines.get(0));
        assertThat(first.names())
                .containsExactly("number", "time", "server", "event", "who", "by", "from", "ban", "groups", "previous");
        assertThat(first.string("time")).matches("20\\d\\d-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d{3})?Z");
        assertThat(first.integer("number", 0, 9)).isEqualTo(1);
        assertThat(first.string("previous")).isEqualTo("0".repeat(64));
        JsonObject second = JsonObject.parse(lines.get(1));
        assertThat(second.objects("seen").get(0).integer("next", 0, 9)).isEqualTo(7);
        assertThat(second.string("previous"))
                .isEqualTo(AuditLine.digest(lines.get(0).getBytes(java.nio.charset.StandardCharsets.UTF_8)));
        assertIntact();
    }

    @Test
    void whatPeersChooseStaysOnOneLineOfBoundedLength() throws IOException {
        try (AuditLog log = AuditLog.open(AuditSettings.in(directory), "wsb")) {
            log.record(AuditEntry.of(AuditEvent.REFUSED).with("reason", "a\n{\"number\":2}\u202e" + "x".repeat(5000)));
        }
        List<String> lines = Files.readAllLines(file(1));
        assertThat(lines).hasSize(1);
        assertThat(lines.get(0)).hasSizeLessThan(1000).contains("a?{");
        assertIntact();
    }

    @Test
    void aFileThatIsFullIsFollowedByTheNextOneAndTheOldestMakesRoom() throws IOException {
        AuditSettings small = new AuditSettings(directory, 4096, 3);
        try (AuditLog log = AuditLog.open(small, "host")) {
            for (int count = 0; count < 200; count++) {
                log.confirm(AuditEntry.of(AuditEvent.EXPORTED)
                                .with("count", count)
                                .with("text", "x".repeat(100)))
                        .join();
            }
        }
        List<Path> files = AuditEnd.files(directory);
        assertThat(files).hasSize(3);
        String first = Files.readAllLines(files.get(0)).get(0);
        assertThat(first).contains("\"event\":\"continued\"").contains("\"file\":\"audit-");
        assertThat(Files.readAllLines(files.get(2)).get(1))
                .contains("\"event\":\"removed\"")
                .contains("\"digest\":\"");
        AuditCheck.Report report = check(Optional.empty());
        assertThat(report.bad()).isEmpty();
        assertThat(report.firstNumber()).isGreaterThan(1);
        assertThat(report.lastNumber()).isGreaterThan(200);
        // A file in between that is taken away is found.
        Files.delete(files.get(1));
        assertThat(check(Optional.empty()).bad()).hasValueSatisfying(bad -> {
            assertThat(bad.file()).isEqualTo(files.get(2));
            assertThat(bad.line()).isEqualTo(1);
        });
    }

    @Test
    void aRestartGoesOnWithTheChain() throws IOException {
        for (int start = 1; start <= 3; start++) {
            try (AuditLog log = AuditLog.open(AuditSettings.in(directory), "host")) {
                log.record(AuditEntry.of(AuditEvent.STARTED));
            }
        }
        assertThat(Files.readAllLines(file(1))).hasSize(3);
        assertIntact();
    }

    @Test
    void aTornLastLineStaysWhereItIsAndTheNextFileDeclaresIt() throws IOException {
        AuditLog first = AuditLog.open(AuditSettings.in(directory), "host");
        first.record(AuditEntry.of(AuditEvent.STARTED));
        first.close();
        byte[] before = Files.readAllBytes(file(1));
        for (int length : new int[] {1, before.length - 1}) { // the second is a whole line without its end
            Path torn = AuditEnd.files(directory).get(AuditEnd.files(directory).size() - 1);
            Files.write(torn, java.util.Arrays.copyOf(before, length), StandardOpenOption.APPEND);
            assertThat(check(Optional.empty()).open()).isTrue();
            assertThat(check(Optional.empty()).isIntact()).isTrue();
            try (AuditLog log = AuditLog.open(AuditSettings.in(directory), "host")) {
                log.record(AuditEntry.of(AuditEvent.STARTED));
            }
            Path newest =
                    AuditEnd.files(directory).get(AuditEnd.files(directory).size() - 1);
            assertThat(newest).isNotEqualTo(torn);
            assertThat(Files.readAllLines(newest).get(0))
                    .contains("\"event\":\"continued\"")
                    .contains("\"bytes\":" + length);
        }
        assertIntact();
        assertThat(check(Optional.empty()).unfinished()).isEqualTo(2);
        // What was torn must stay as it was found, too.
        Files.write(file(1), new byte[] {'x'}, StandardOpenOption.APPEND);
        assertThat(check(Optional.empty()).bad())
                .hasValueSatisfying(bad -> assertThat(bad.file()).isEqualTo(file(1)));
    }

    @Test
    void aFileThatWasBegunAndNeverWrittenIsUsed() throws IOException {
        AuditLog first = AuditLog.open(AuditSettings.in(directory), "host");
        first.record(AuditEntry.of(AuditEvent.STARTED));
        first.close();
        Files.createFile(file(2));
        try (AuditLog log = AuditLog.open(AuditSettings.in(directory), "host")) {
            log.record(AuditEntry.of(AuditEvent.STARTED));
        }
        assertThat(Files.readAllLines(file(2))).hasSize(2).first().asString().contains("continued");
        assertIntact();
    }

    /** {@code /dev/full} takes nothing, as a full disk does. */
    @Test
    void whileTheDiskIsFullWhatNeedsConfirmationIsRefusedAndTheRestFollowsWithAWord() throws IOException {
        Path full = Path.of("/dev/full");
        assumeThat(full).exists();
        Files.createSymbolicLink(file(1), full);
        try (AuditLog log = AuditLog.open(AuditSettings.in(directory), "host")) {
            CompletableFuture<@Nullable Void> view = log.confirm(AuditEntry.of(AuditEvent.VIEW_BEGUN));
            assertThatThrownBy(() -> view.get(60, TimeUnit.SECONDS))
                    .hasCauseInstanceOf(BanipException.class)
                    .hasMessageContaining("the audit log cannot be written");
            assertThat(log.problem()).isPresent();
            for (int count = 0; count < 10_005; count++) {
                log.record(AuditEntry.of(AuditEvent.EXPORTED).with("count", count));
            }
            Files.delete(file(1)); // there is room again
            Awaitility.await()
                    .atMost(Duration.ofMinutes(1))
                    .until(() -> log.problem().isEmpty());
            log.confirm(AuditEntry.of(AuditEvent.VIEW_BEGUN)).join();
        }
        List<String> lines = Files.readAllLines(file(1));
        assertThat(lines.stream().filter(line -> line.contains("\"exported\"")).count())
                .isBetween(10_000L, 10_005L);
        List<JsonObject> interruptions = lines.stream()
                .filter(line -> line.contains("\"interrupted\""))
                .map(JsonObject::parse)
                .toList();
        long lost = interruptions.stream()
                .mapToLong(line -> line.integer("lost", 0, 100))
                .sum();
        assertThat(lines.stream().filter(line -> line.contains("\"exported\"")).count() + lost)
                .isEqualTo(10_005);
        assertThat(interruptions.get(0).string("since")).isNotEmpty();
        assertThat(lines.stream()
                        .filter(line -> line.contains("\"view-begun\""))
                        .count())
                .as("the refused view was not begun")
                .isEqualTo(1);
        assertIntact();
    }

    /** Without that, lines go to a file that nobody can open any more. */
    @Test
    void aFileThatSomebodyRemovesOrShortensIsLeftAndTheLogSaysSo() throws IOException {
        try (AuditLog log = AuditLog.open(AuditSettings.in(directory), "host")) {
            log.confirm(AuditEntry.of(AuditEvent.STARTED)).join();
            log.confirm(AuditEntry.of(AuditEvent.VIEW_BEGUN).with("ban", "ban-17"))
                    .join();
            String second = Files.readAllLines(file(1)).get(1);
            try (FileChannel first = FileChannel.open(file(1), StandardOpenOption.WRITE)) {
                first.truncate(Files.size(file(1)) - second.length() - 1);
            }
            log.confirm(AuditEntry.of(AuditEvent.VIEW_BEGUN).with("ban", "ban-18"))
                    .join();
            List<String> lines = Files.readAllLines(file(2));
            assertThat(lines).hasSize(2);
            assertThat(lines.get(0))
                    .startsWith("{\"number\":3,")
                    .contains("\"continued\"", "\"changed\":\"it has ")
                    .contains("\"previous\":\"" + AuditLine.digest(second.getBytes(StandardCharsets.UTF_8)) + "\"");
            assertThat(check(Optional.empty()).bad())
                    .hasValueSatisfying(bad -> assertThat(bad.text())
                            .contains("audit-000002.jsonl, line 1", "1 line is missing before it"));
            Files.delete(file(2));
            log.confirm(AuditEntry.of(AuditEvent.VIEW_BEGUN).with("ban", "ban-19"))
                    .join();
        }
        assertThat(Files.readAllLines(file(3)))
                .hasSize(2)
                .first()
                .asString()
                .startsWith("{\"number\":5,")
                .contains("\"changed\":\"it is gone\"");
    }

    @Test
    void whatIsConfirmedAfterTheEndIsRefusedWithAReason() {
        AuditLog log = AuditLog.open(AuditSettings.in(directory), "host");
        log.close();
        assertThatThrownBy(
                        () -> log.confirm(AuditEntry.of(AuditEvent.VIEW_BEGUN)).join())
                .hasMessageContaining("nothing is shown without it: it ends, or too many entries wait");
    }

    @Test
    void oneProcessWritesADirectory() throws IOException {
        Path file = Files.createFile(directory.resolve("file"));
        try (AuditLog log = AuditLog.open(AuditSettings.in(directory), "host")) {
            assertThatThrownBy(() -> AuditLog.open(AuditSettings.in(directory), "wsb"))
                    .isInstanceOf(BanipException.class)
                    .hasMessageContaining("each needs a directory of its own");
            assertThatThrownBy(() -> AuditLog.open(AuditSettings.in(file), "wsb"))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining(file.toString());
            assertThat(log.problem()).isEmpty();
        }
    }

    @Test
    void whatOthersCauseIsBoundedAndCounted() throws IOException {
        AtomicLong now = new AtomicLong();
        try (AuditLog log = AuditLog.open(AuditSettings.in(directory), "wsb", now::get)) {
            for (int count = 0; count < 100; count++) {
                log.record(AuditEntry.of(AuditEvent.LOG_IN_REFUSED).from("192.0.2.1"));
            }
            log.record(AuditEntry.of(AuditEvent.LOG_IN_REFUSED).from("192.0.2.2"));
            log.loggedIn(ANNA, "192.0.2.1");
            log.loggedIn(ANNA, "192.0.2.1");
            log.loggedIn(ANNA, "192.0.2.2");
            now.addAndGet(TimeUnit.HOURS.toNanos(1));
            log.loggedIn(ANNA, "192.0.2.1");
        }
        String text = Files.readString(file(1));
        assertThat(text.split("\"log-in-refused\",\"from\"", -1)).hasSize(AuditPace.OF_PEER + 1 + 1);
        assertThat(text).contains("\"of\":\"log-in-refused\",\"count\":" + (100 - AuditPace.OF_PEER));
        assertThat(text.split("\"log-in-accepted\"", -1)).hasSize(3 + 1);
    }

    /** The hour begins with the line, not with an attempt for which the minute had no room. */
    @Test
    void aLogInForWhichThereWasNoRoomIsToldLater() throws Exception {
        AtomicLong now = new AtomicLong();
        try (AuditLog log = AuditLog.open(AuditSettings.in(directory), "host", now::get)) {
            for (int i = 0; i < AuditPace.OF_ALL; i++) {
                log.loggedIn(Who.of("visitor-" + i, "password"), "192.0.2.1");
            }
            log.loggedIn(ANNA, "192.0.2.2");
            log.loggedIn(ANNA, "192.0.2.2");
            assertThat(log.problem()).isEmpty();
            now.addAndGet(TimeUnit.MINUTES.toNanos(1));
            log.loggedIn(ANNA, "192.0.2.2");
            log.loggedIn(ANNA, "192.0.2.2");
        }
        String text = Files.readString(file(1));
        assertThat(text).containsOnlyOnce("\"from\":\"192.0.2.2\"");
        assertThat(text).contains("\"of\":\"log-in-accepted\",\"count\":1");
    }

    @Test
    void aServerTellsItsStartItsSettingsItsFilesAndItsEnd() throws Exception {
        Path tokens = Files.writeString(directory.resolve("tokens"), "0123456789abcdef\n");
        Path grants = Files.writeString(directory.resolve("grants"), "*: @self\n");
        Path audit = directory.resolve("audit");
        List<Setting<?>> all = new ArrayList<>(AuditSettings.all());
        all.add(Setting.optional("token-file", SettingType.secret(1, 100), "none", "a secret"));
        all.add(Setting.optional("grants-file", SettingType.file(), "none", "grants"));
        all.add(Setting.of("threads", SettingType.number("", 1, 9), 2, "threads"));
        SettingTable table = SettingTable.of("host", all);
        Map<String, String> given =
                Map.of("audit", audit.toString(), "token-file", tokens.toString(), "grants-file", grants.toString());
        try (Audit log = ServerAudit.open(
                table,
                SettingsReader.of(table).options(given, name -> "--" + name).read(),
                Duration.ofMillis(20))) {
            Files.writeString(tokens, "fedcba98765432100\n");
            Files.writeString(grants, "anna: *\n");
            Path file = audit.resolve("audit-000001.jsonl");
            Awaitility.await()
                    .atMost(Duration.ofMinutes(1))
                    .until(() ->
                            Files.exists(file) && Files.readString(file).split("\"file-changed\"", -1).length == 3);
            Files.delete(grants);
            Awaitility.await()
                    .atMost(Duration.ofMinutes(1))
                    .until(() -> Files.readString(file).contains("\"gone\""));
            assertThat(log.problem()).isEmpty();
        }
        List<String> lines = Files.readAllLines(audit.resolve("audit-000001.jsonl"));
        assertThat(lines.get(0)).contains("\"started\"").contains("\"server\":\"host\"");
        assertThat(lines.get(1))
                .contains("\"settings\"")
                .contains("\"token-file\":\"" + tokens + "\"")
                .doesNotContain("threads");
        assertThat(lines.get(lines.size() - 1)).contains("\"stopped\"");
        assertThat(String.join("", lines))
                .contains("\"sha256\":\"" + AuditLine.digest("anna: *\n".getBytes(StandardCharsets.US_ASCII)))
                .doesNotContain("0123456789abcdef")
                .doesNotContain("fedcba9876543210");
        assertThat(lines.stream().filter(line -> line.contains(tokens.toString()) && line.contains("sha256")))
                .isEmpty();
    }

    @Test
    void thePageHasEachEventWithItsMeaning() throws IOException {
        String page = Files.readString(Path.of("../../docs/audit.md"));
        for (AuditEvent event : AuditEvent.values()) {
            assertThat(page).contains("| `" + event.token() + "` | " + event.meaning() + " |");
        }
    }

    private Path file(int number) {
        return directory.resolve("audit-00000" + number + ".jsonl");
    }

    private AuditCheck.Report check(Optional<String> expected) {
        return AuditCheck.run(List.of(directory), expected, (done, total) -> {});
    }

    private void assertIntact() {
        AuditCheck.Report report = check(Optional.empty());
        assertThat(report.bad()).isEmpty();
        assertThat(report.open()).isFalse();
        assertThat(check(Optional.of(report.digest())).isIntact()).isTrue();
    }
}
