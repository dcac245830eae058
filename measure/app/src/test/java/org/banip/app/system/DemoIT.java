package org.banip.app.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.banip.core.json.JsonObject;
import org.banip.emulator.NeedsPrivileges;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@Execution(ExecutionMode.CONCURRENT)
class DemoIT {
    @TempDir
    Path directory;

    private static long number(JsonObject json, String name) {
        return json.integer(name, 0, Long.MAX_VALUE);
    }

    private static void assertExact(JsonObject json) {
        assertThat(json.bool("exact")).isTrue();
        long units = number(json, "units");
        assertThat(units).isPositive();
        assertThat(number(json, "stored")).isEqualTo(units);
        assertThat(number(json, "live")).isEqualTo(units);
        assertThat(number(json, "packets")).isBetween(1L, units);
        assertThat(number(json, "bytesUplink")).isGreaterThan(number(json, "bytesPayload"));
        JsonObject latency = json.object("latencyMillis");
        assertThat(latency.number("p50")).isLessThanOrEqualTo(latency.number("p99"));
        assertThat(latency.number("p99")).isLessThanOrEqualTo(latency.number("max"));
        assertThat(latency.number("mean")).isBetween(0.0, latency.number("max"));
        for (JsonObject group : json.objects("groups")) {
            JsonObject sha256 = group.object("sha256");
            assertThat(sha256.string("sensed"))
                    .hasSize(64)
                    .isEqualTo(sha256.string("stored"))
                    .isEqualTo(sha256.string("live"));
        }
    }

    private JsonObject demo(String... args) throws Exception {
        try (BanipProcess demo = BanipProcess.start(directory, args)) {
            assertThat(demo.awaitExit()).as(demo.said()).isZero();
            return demo.json();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"per-request", "persistent", "chunked"})
    void generatedEcgArrivesExactlyByEachUplink(String uplink) throws Exception {
        JsonObject json = demo("demo", "--json", "--uplink", uplink, "--seconds", "6", "--speed", "3");
        assertExact(json);
        assertThat(number(json, "units")).isEqualTo(1500);
        assertThat(number(json, "bytesRaw")).isEqualTo(6000);
        assertThat(json.string("uplink")).isEqualTo(uplink);
    }

    @Test
    void allPartsTalkTls() throws Exception {
        try (BanipProcess demo =
                BanipProcess.start(directory, "demo", "--tls", "--json", "--seconds", "4", "--speed", "2")) {
            assertThat(demo.awaitExit()).as(demo.said()).isZero();
            assertExact(demo.json());
            assertThat(demo.said()).contains("watch it in a browser too: https://127.0.0.1:");
        }
    }

    /** The second path takes over when the first has died. */
    @Test
    void whatTwoPathsCarryIsExactAlthoughOneDies() throws Exception {
        NeedsPrivileges.check();
        try (BanipProcess demo =
                BanipProcess.start(directory, "demo", "--paths", "wifi,lte", "--json", "--seconds", "4")) {
            assertThat(demo.awaitExit()).as(demo.said()).isZero();
            JsonObject json = demo.json();
            assertExact(json);
            assertThat(json.objects("paths"))
                    .extracting(path -> path.string("name"))
                    .containsExactly("wifi", "lte");
            assertThat(demo.said()).contains("watch it in a browser too: http://127.0.0.1:");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "100.hea, 120, 100, 43200, 1, 2",
        "03700181.hea, 60, 40, 37500, 2, 3",
        "Q0017.hea, 60, 20, 28934, 1, 12",
        "faros180.edf, 80, 40, 41418, 4, 6",
        "mne_test.edf, 10, 4, 6144, 2, 140"
    })
    void realRecordingsArriveExactly(String name, String seconds, String speed, long units, int groups, long channels)
            throws Exception {
        Path recording = RealRecordings.named(name);
        JsonObject json =
                demo("demo", "--json", "--recording", recording.toString(), "--seconds", seconds, "--speed", speed);
        assertExact(json);
        assertThat(number(json, "units")).isEqualTo(units);
        assertThat(json.objects("groups")).hasSize(groups);
        assertThat(json.objects("groups").stream()
                        .mapToLong(group -> number(group, "channels"))
                        .sum())
                .isEqualTo(channels);
    }

    @Test
    void whatIsKeptIsExportedWithTheRecordingsChecksums() throws Exception {
        Path recording = RealRecordings.named("Q0017.hea");
        assertExact(demo("demo", "--json", "--recording", recording.toString(), "--speed", "40", "--keep", "kept"));
        try (BanipProcess export = BanipProcess.start(
                directory, "export", "--store", "kept/store.db", "--out", "out", "--name", "Q0017")) {
            assertThat(export.awaitExit()).as(export.said()).isZero();
        }
        List<String> original = checksums(recording);
        assertThat(original).hasSize(12);
        assertThat(checksums(directory.resolve("out/Q0017.hea"))).isEqualTo(original);
    }

    /** The seventh field of each signal line, header(5). */
    private static List<String> checksums(Path header) throws IOException {
        return Files.readAllLines(header).stream()
                .filter(line -> !line.startsWith("#"))
                .skip(1)
                .map(line -> line.split(" ", -1)[6])
                .toList();
    }

    @Test
    void withoutJsonThePeopleGetAnAnswerAndStandardErrorTheProgress() throws Exception {
        try (BanipProcess demo = BanipProcess.start(directory, "demo", "--seconds", "4")) {
            assertThat(demo.awaitExit()).as(demo.said()).isZero();
            assertThat(demo.printed())
                    .startsWith("exact: what was sensed is what was stored and what was seen live")
                    .contains("1,000 sensor sets, 1,000 stored, 1,000 live");
            assertThat(demo.said())
                    .contains("watch it in a browser too: http://127.0.0.1:")
                    .containsPattern("0:0\\d of 0:04, .* backlog \\d+ packets? {2}latency (mean|unknown)")
                    .doesNotContain("\033", "\tat ");
        }
    }

    @Test
    void interruptedItEndsInOrderWithASummary() throws Exception {
        try (BanipProcess demo = BanipProcess.start(directory, "demo", "--json", "--seconds", "600")) {
            demo.awaitSaid("of 10:00, .* [1-9][\\d,]* live");
            demo.interrupt();
            assertThat(demo.awaitExit()).isEqualTo(130);
            JsonObject json = demo.json();
            assertExact(json);
            assertThat(json.bool("interrupted")).isTrue();
            assertThat(number(json, "units")).isLessThan(600 * 250);
        }
    }

    /** All other tests of this class run in this Java. */
    static Stream<Path> otherJavas() throws IOException {
        return Javas.others();
    }

    @ParameterizedTest
    @MethodSource("otherJavas")
    void runsOnEveryOtherJavaThereIs(Path javaHome) throws Exception {
        try (BanipProcess demo =
                BanipProcess.start(javaHome, directory, Map.of(), "demo", "--json", "--seconds", "2", "--speed", "2")) {
            assertThat(demo.awaitExit()).as(demo.said()).isZero();
            assertExact(demo.json());
        }
    }

    /** The user's settings, for example of a host of his, are not those of the demo. */
    @ParameterizedTest
    @MethodSource("otherJavas")
    void subscribersInProcessesOfTheirOwnGetExactlyWhatWasSensed(Path java) throws Exception {
        Map<String, String> users = Map.of("BANIP_HOST_MINIMUM_FREE_BYTES", "nonsense");
        try (BanipProcess demo = BanipProcess.start(
                java, directory, users, "demo", "--jini", "--json", "--seconds", "6", "--speed", "3")) {
            assertThat(demo.awaitExit()).as(demo.said()).isZero();
            JsonObject json = demo.json();
            assertThat(number(json, "units")).isEqualTo(1500);
            assertExactEverywhere(json);
            assertThat(json.bool("interrupted")).isFalse();
            awaitGone(processes(json));
        }
    }

    private static void assertExactEverywhere(JsonObject json) {
        assertThat(json.bool("exact")).isTrue();
        for (String where : List.of("stored", "copied", "watched")) {
            assertThat(number(json, where)).as(where).isEqualTo(number(json, "units"));
        }
        for (JsonObject group : json.objects("groups")) {
            JsonObject sha256 = group.object("sha256");
            assertThat(List.of(sha256.string("stored"), sha256.string("copied"), sha256.string("watched")))
                    .containsOnly(sha256.string("sensed"));
        }
    }

    private static List<Long> processes(JsonObject json) {
        List<Long> all = json.objects("processes").stream()
                .map(process -> number(process, "pid"))
                .toList();
        assertThat(all).hasSize(5).doesNotHaveDuplicates();
        return all;
    }

    private static void awaitGone(List<Long> processes) {
        await("all processes have ended")
                .atMost(Duration.ofMinutes(1))
                .until(() -> processes.stream().noneMatch(DemoIT::runs));
    }

    /** A process that has ended stays in the table until its parent has asked for its exit code. */
    private static boolean runs(long pid) {
        Path stat = Path.of("/proc", Long.toString(pid), "stat");
        try {
            boolean zombie = Files.exists(stat) && Files.readString(stat).contains(") Z ");
            return !zombie && ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
        } catch (IOException e) {
            return false; // it has gone meanwhile
        }
    }

    @Test
    void interruptedItEndsItsProcessesInOrder() throws Exception {
        try (BanipProcess demo = BanipProcess.start(directory, "demo", "--jini", "--json", "--seconds", "600")) {
            demo.awaitSaid("sensed, [1-9][\\d,]* stored at the host");
            demo.interrupt();
            assertThat(demo.awaitExit()).as(demo.said()).isEqualTo(130);
            JsonObject json = demo.json();
            assertExactEverywhere(json);
            assertThat(json.bool("interrupted")).isTrue();
            awaitGone(processes(json));
        }
    }

    @Test
    void killedItLeavesNoProcessBehind() throws Exception {
        try (BanipProcess demo = BanipProcess.start(directory, "demo", "--jini", "--seconds", "600")) {
            demo.awaitSaid("sensed, [1-9][\\d,]* stored at the host");
            List<Long> children = demo.descendants().map(ProcessHandle::pid).toList();
            assertThat(children).hasSize(4);
            demo.kill();
            awaitGone(children);
        }
    }

    @Test
    void aPortThatIsTakenIsNamed() throws Exception {
        try (java.net.ServerSocket taken = new java.net.ServerSocket(0, 1, java.net.InetAddress.getLoopbackAddress());
                BanipProcess demo = BanipProcess.start(
                        directory, "demo", "--json", "--port-host", Integer.toString(taken.getLocalPort()))) {
            assertThat(demo.awaitExit()).isEqualTo(1);
            assertThat(demo.said())
                    .contains("cannot listen on", ":" + taken.getLocalPort())
                    .doesNotContain("\tat ");
            assertThat(demo.printed()).isEmpty();
        }
    }
}
