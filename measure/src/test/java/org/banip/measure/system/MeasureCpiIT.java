package org.banip.measure.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.banip.core.json.JsonObject;
import org.banip.measure.link.NeedsPrivileges;
import org.banip.measure.results.ResultsFolder;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code banip measure cpi}: its processes, its namespaces and what it leaves behind. */
class MeasureCpiIT {
    private static final Path SLOTS = Path.of("/run/banip-link");
    private static final Path NAMESPACES = Path.of("/run/netns");
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    @TempDir
    Path directory;

    @BeforeEach
    void linkOfTheTests() throws IOException {
        NeedsPrivileges.check();
        String way = "{\"bytesPerSecond\": 40000, \"delayMillis\": 15, \"queueBytes\": 10000}";
        Files.writeString(
                directory.resolve("quick.json"),
                "{\"about\": \"quick\", \"links\": [{\"name\": \"quick\", \"mtu\": 576, \"congestionControl\": \"reno\","
                        + "\"up\": " + way + ", \"down\": " + way + "}]}");
    }

    private BanipProcess cpi(String out, String... more) throws IOException {
        List<String> args = new ArrayList<>(List.of("measure", "cpi", "--link", "quick.json", "--json", "--out", out));
        args.addAll(List.of(more));
        return BanipProcess.start(directory, args.toArray(String[]::new));
    }

    private List<JsonObject> rows(String out) {
        return ResultsFolder.open(directory.resolve(out)).rows("cpi");
    }

    @ParameterizedTest
    @ValueSource(strings = {"per-request", "persistent", "chunked"})
    void capacityAndLatencyAreMeasuredAndDeliveryIsExact(String uplink) throws Exception {
        try (BanipProcess measure =
                cpi("out", "--uplink", uplink, "--packetizer", "50", "--load", "tc,high,3000", "--bytes", "20000")) {
            assertThat(measure.awaitExit()).as(measure.said()).isZero();
        }
        assertThat(rows("out"))
                .extracting(row -> row.string("load"))
                .containsExactlyInAnyOrder("TC", "90 % of TC", "3000 B/s");
        assertThat(rows("out")).allSatisfy(row -> {
            assertThat(row.bool("exact")).isTrue();
            assertThat(row.bool("approximate")).isFalse();
            assertThat(row.string("congestionControl")).isEqualTo("reno");
            assertThat(row.integer("sets", 0, 10_000)).isEqualTo(700);
            assertThat(row.number("throughput")).isBetween(100.0, 40_000.0);
            assertThat(row.number("bdlMin")).isPositive().isLessThanOrEqualTo(row.number("bdlAverage"));
            assertThat(Math.abs(row.number("clockOffsetMillis")))
                    .isLessThanOrEqualTo(row.number("clockOffsetBoundMillis"));
            assertThat(row.integer("wireBytesUp", 0, 1 << 30)).isGreaterThan(21_000);
        });
        assertThat(Files.readAllLines(directory.resolve("out/cpi/tc/deliveries.csv")))
                .hasSize(701);
        assertThat(directory.resolve("out/cpi/tc/work")).doesNotExist();
    }

    @Test
    void interruptedItLeavesNothingBehind() throws Exception {
        try (BanipProcess measure = cpi("out", "--load", "300")) {
            List<Path> namespaces = awaitNamespaces(measure, 2);
            List<ProcessHandle> children =
                    await().atMost(PATIENCE).until(() -> measure.descendants().toList(), found -> found.size() >= 2);
            measure.awaitSaid("1 running");
            measure.interrupt();
            assertThat(measure.awaitExit()).isEqualTo(130);
            await().atMost(PATIENCE).until(() -> children.stream().noneMatch(ProcessHandle::isAlive));
            assertThat(namespacesOf(measure)).isEmpty();
            assertThat(namespaces)
                    .allSatisfy(namespace ->
                            assertThat(isOfSomebodyElse(namespace, measure)).isTrue());
        }
    }

    @Test
    void twoAtOnceDoNotDisturbEachOther() throws Exception {
        String[] load = {"--load", "3000", "--bytes", "21000", "--packetizer", "50"};
        try (BanipProcess one = cpi("one", load);
                BanipProcess other = cpi("other", load)) {
            List<Path> ofOne = awaitNamespaces(one, 2);
            assertThat(awaitNamespaces(other, 2)).doesNotContainAnyElementsOf(ofOne);
            assertThat(one.awaitExit()).as(one.said()).isZero();
            assertThat(other.awaitExit()).as(other.said()).isZero();
        }
        assertThat(rows("one").get(0).bool("exact")).isTrue();
        assertThat(rows("other").get(0).bool("exact")).isTrue();
    }

    @Test
    void whatGoesWrongIsARowOfTheTable() throws Exception {
        try (BanipProcess measure = cpi("out", "--recording", "missing.hea", "--load", "3000")) {
            assertThat(measure.awaitExit()).isEqualTo(1);
        }
        assertThat(rows("out"))
                .singleElement()
                .satisfies(row -> assertThat(row.string("problem")).contains("missing.hea"));
    }

    private static List<Path> awaitNamespaces(BanipProcess process, int count) {
        return await().atMost(PATIENCE).until(() -> namespacesOf(process), found -> found.size() >= count);
    }

    /** A network's number is claimed by a file that holds its owner's process id. */
    private static List<Path> namespacesOf(BanipProcess process) {
        try (Stream<Path> slots = Files.list(SLOTS)) {
            return slots.filter(slot -> ownerOf(slot).equals(Long.toString(process.pid())))
                    .map(slot -> "banip" + slot.getFileName())
                    .flatMap(number -> Stream.of(number + "-mobile", number + "-fixed"))
                    .map(NAMESPACES::resolve)
                    .filter(Files::exists)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String ownerOf(Path slot) {
        try {
            return Files.readString(slot).strip();
        } catch (IOException e) {
            return ""; // given back in the meantime
        }
    }

    /** The number may have gone to another measurement on this machine. */
    private static boolean isOfSomebodyElse(Path namespace, BanipProcess process) {
        String number = String.valueOf(namespace.getFileName()).replaceAll("banip(\\d+)-.*", "$1");
        return !Files.exists(namespace) || !ownerOf(SLOTS.resolve(number)).equals(Long.toString(process.pid()));
    }
}
