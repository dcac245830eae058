package org.banip.app.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import net.jini.core.entry.Entry;
import net.jini.core.lookup.ServiceID;
import net.jini.core.lookup.ServiceItem;
import org.banip.app.source.SignalSource;
import org.banip.core.transcoding.Transcoders;
import org.banip.mbu.MobileBaseUnit;
import org.banip.mbu.MobileBaseUnitBuilder;
import org.banip.mbu.settings.Credentials;
import org.banip.mbu.spi.SteadyClock;
import org.banip.surrogate.jini.attribute.Ban;
import org.banip.surrogate.jini.client.FoundSurrogate;
import org.banip.surrogate.jini.client.LookupClient;
import org.banip.surrogate.jini.lookup.LookupService;
import org.banip.surrogate.jini.lookup.LookupSettings;
import org.banip.surrogate.jini.settings.LookupAddress;
import org.banip.surrogate.jini.transport.Transport;
import org.banip.surrogate.store.InterconnectRecord;
import org.banip.surrogate.store.JdbcStore;
import org.banip.surrogate.store.SensorSetDigest;
import org.banip.surrogate.store.Store;
import org.banip.surrogate.store.StoredRecording;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Host, store and watcher, each in a JVM of its own, which find BANs in a lookup service. */
@Timeout(1800)
@Execution(ExecutionMode.CONCURRENT)
class RemoteSubscribersIT {
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final Path JAVA = Path.of(System.getProperty("java.home"));

    private static final Pattern LIVE = Pattern.compile("live {2}([\\d,]+) sensor set");

    @TempDir
    Path directory;

    private final List<BanipProcess> started = new ArrayList<>();
    /** Bound but never listening, so that nobody else gets the port while a host is away. */
    private final Socket reservation = new Socket();

    private final SteadyClock clock = SteadyClock.system();
    private LookupService lookup;
    private String lookupAt;

    @BeforeEach
    void startLookup() {
        lookup = LookupService.start(
                new LookupSettings(Transport.loopback(), 0, List.of("banip"), Duration.ofMinutes(10), 100));
        lookupAt = "127.0.0.1:" + lookup.port();
    }

    @AfterEach
    void end() throws IOException {
        started.forEach(BanipProcess::close);
        lookup.close();
        reservation.close();
    }

    private BanipProcess start(Path java, String... command) throws IOException {
        BanipProcess process = BanipProcess.start(java, directory, Map.of(), command);
        started.add(process);
        return process;
    }

    private BanipProcess host(Path java, int port, String... more) throws IOException {
        List<String> command = new ArrayList<>(List.of("host", "--port", "" + port, "--health-port", "off"));
        command.addAll(List.of("--store", "host.db", "--jini=true", "--jini-locators", lookupAt));
        command.addAll(List.of(more));
        return start(java, command.toArray(String[]::new));
    }

    private BanipProcess store(Path java, String... more) throws IOException {
        List<String> command = new ArrayList<>(List.of("store", "--locator", lookupAt, "--store", "copy.db"));
        command.addAll(List.of(more));
        return start(java, command.toArray(String[]::new));
    }

    private BanipProcess watcher(Path java, String... more) throws IOException {
        List<String> command = new ArrayList<>(List.of("watch", "--jini", "--locator", lookupAt));
        command.addAll(List.of(more));
        return start(java, command.toArray(String[]::new));
    }

    /** What an MBU of this test sends, and what it has sensed. */
    private final class Sending implements AutoCloseable {
        private final SensorSetDigest sensed;
        private final MobileBaseUnit mbu;

        Sending(URI host, SignalSource signal, double speed) {
            sensed = new SensorSetDigest(signal.groups());
            long origin = clock.epochNanos();
            MobileBaseUnitBuilder builder = MobileBaseUnit.builder()
                    .broker(host)
                    .credentials(Credentials.none())
                    .ban("ban-1")
                    .clock(clock)
                    .origin(Instant.ofEpochSecond(0, origin))
                    .speed(speed)
                    .startTimeout(Duration.ZERO);
            signal.open(sensed).forEach(builder::sensor);
            mbu = builder.start();
        }

        long stored() {
            return mbu.status().groups().stream()
                    .mapToLong(group -> group.unitsAcknowledged())
                    .sum();
        }

        void awaitMore(long units) {
            long before = stored();
            await("the host stores more").atMost(PATIENCE).until(() -> stored() >= before + units);
        }

        /** Ends the signal here; what was sensed is delivered. */
        void end() {
            mbu.close();
        }

        @Override
        public void close() {
            end();
        }

        void assertSensed(SensorSetDigest stored) {
            assertThat(stored.hex()).isEqualTo(sensed.hex());
        }

        /** The lines in which export, MBU and watcher print digests. */
        List<String> digests() {
            List<String> lines = new ArrayList<>();
            for (int group = 0; group < mbu.ban().groups().size(); group++) {
                lines.add(mbu.ban().groups().get(group).name() + ": " + String.format("%,d", sensed.sets(group))
                        + " sensor sets, sha256 " + sensed.hex(group));
            }
            return lines;
        }
    }

    private static SensorSetDigest stored(Path file) {
        try (Store store = JdbcStore.openForReading(file)) {
            List<InterconnectRecord> sessions = store.interconnects();
            assertThat(sessions).as("sessions in " + file).hasSize(1);
            return new StoredRecording(store, sessions.get(0), Transcoders.installed()).digest();
        }
    }

    private long copied() {
        try (Store store = JdbcStore.openForReading(directory.resolve("copy.db"))) {
            long[] next = store.interconnects().stream()
                    .findFirst()
                    .map(store::nextSequences)
                    .orElse(new long[0]);
            return Arrays.stream(next).sum();
        }
    }

    /** The sensor sets that a watcher has received, as it shows them. */
    private static long watched(BanipProcess watcher) throws IOException {
        return LIVE.matcher(watcher.said())
                .results()
                .mapToLong(shown -> Long.parseLong(shown.group(1).replace(",", "")))
                .max()
                .orElse(0);
    }

    private static void awaitPrinted(BanipProcess process, String regex) {
        await(regex).atMost(PATIENCE).until(() -> process.printed().matches("(?s).*" + regex + ".*"));
    }

    /** The MBU has ended: all is stored at the host, and all comes to the subscribers before they hear of the end. */
    private void assertExact(Sending sending, BanipProcess store, BanipProcess watcher) throws Exception {
        awaitPrinted(store, "BAN ban-1 has disappeared: deregistered");
        store.terminate();
        assertThat(store.awaitExit()).as(store.said()).isEqualTo(143);
        assertThat(store.printed()).contains("store ends: followed 1 BAN, ");
        sending.assertSensed(stored(directory.resolve("host.db")));
        sending.assertSensed(stored(directory.resolve("copy.db")));
        assertThat(watcher.awaitExit()).as(watcher.said()).isZero();
        assertThat(watcher.printed().lines()).containsAll(sending.digests());
        assertThat(watcher.said()).contains(" disappeared: deregistered");
    }

    /** Each Java, and the signal, whose name says whether it is a recording. */
    static Stream<Arguments> javasAndSignal() throws IOException {
        Path file = Path.of(System.getProperty("banip.root")).resolveSibling("shared/recordings/03700181.hea");
        Named<SignalSource> signal = Files.exists(file)
                ? Named.of(
                        "a minute of recording 03700181",
                        SignalSource.recording(file, Optional.empty(), Optional.of(Duration.ofMinutes(1))))
                : Named.of("a generated ECG, because " + file + " is not there", endless());
        return Javas.supported().map(java -> Arguments.of(java, signal));
    }

    private static SignalSource endless() {
        return SignalSource.generated(Optional.of(Duration.ofHours(1)));
    }

    @ParameterizedTest
    @MethodSource("javasAndSignal")
    void storeAndWatcherGetExactlyWhatWasSensed(Path java, SignalSource signal) throws Exception {
        BanipProcess host = host(java, 0);
        BanipProcess store = store(java);
        BanipProcess watcher = watcher(java, "--from-start", "--digest");
        try (Sending sending = new Sending(host.awaitReady(), signal, 4)) {
            awaitPrinted(store, "BAN ban-1 is stored from the beginning");
            awaitPrinted(watcher, "found BAN ban-1 at host banip.*receives BAN ban-1");
            sending.awaitMore(1000);
            sending.end();
            assertExact(sending, store, watcher);
        }
        try (BanipProcess list = BanipProcess.start(directory, "export", "--store", "copy.db", "--list")) {
            assertThat(list.awaitExit()).as(list.said()).isZero();
            assertThat(list.printed()).contains("  ban-1  registered 20");
        }
    }

    @Test
    void watcherThatIsStoppedIsCutOffAndDelaysNobody() throws Exception {
        BanipProcess host = host(JAVA, 0);
        BanipProcess store = store(JAVA);
        BanipProcess watcher = watcher(JAVA, "--from-start", "--digest");
        try (Sending sending = new Sending(host.awaitReady(), endless(), 4)) {
            awaitPrinted(store, "BAN ban-1 is stored");
            awaitPrinted(watcher, "receives BAN ban-1");
            signal("STOP", watcher);
            long copied = copied();
            host.awaitSaid(
                    "the subscription of \\S+ ends: no answer from \\S+ within \\d+ ms"); // only a cut-off says so
            await("the store goes on").atMost(PATIENCE).until(() -> copied() > copied + 10);
            sending.awaitMore(1000);
            assertThat(store.printed()).doesNotContain("disappeared", "cannot");
            signal("CONT", watcher);
            long stored = sending.stored();
            await("the watcher goes on").atMost(PATIENCE).until(() -> watched(watcher) > stored);
            sending.end();
            assertExact(sending, store, watcher);
        }
    }

    @Test
    void storeAndHostThatAreKilledAndStartedAgainLoseAndDoubleNothing() throws Exception {
        reservation.setReuseAddress(true);
        reservation.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        BanipProcess host = host(JAVA, reservation.getLocalPort());
        BanipProcess killed = store(JAVA);
        BanipProcess watcher = watcher(JAVA, "--from-start", "--digest");
        BanipProcess live = watcher(JAVA, "--digest");
        URI uri = host.awaitReady();
        try (Sending sending = new Sending(uri, endless(), 4)) {
            awaitPrinted(live, "receives BAN ban-1");
            awaitPrinted(killed, "BAN ban-1 is stored from the beginning");
            awaitPrinted(watcher, "receives BAN ban-1");
            await("something is copied").atMost(PATIENCE).until(() -> copied() > 10);
            killed.kill();
            sending.awaitMore(1000);
            BanipProcess store = store(JAVA);
            awaitPrinted(store, "BAN ban-1 is stored on, after ");
            host.kill();
            host(JAVA, uri.getPort()).awaitReady();
            sending.awaitMore(1000);
            long copied = copied();
            await("the store goes on").atMost(PATIENCE).until(() -> copied() > copied + 10);
            awaitPrinted(watcher, "receives BAN.*receives BAN ban-1");
            awaitPrinted(live, "receives BAN.*receives BAN ban-1");
            sending.end();
            assertExact(sending, store, watcher);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void watcherMayAskForLess(boolean jini) throws Exception {
        BanipProcess host = host(JAVA, 0);
        URI uri = host.awaitReady();
        String[] how = jini
                ? new String[] {"watch", "--jini", "--locator", lookupAt, "--csv"}
                : new String[] {"watch", "--host-url", uri.toString(), "--csv"};
        try (Sending sending = new Sending(uri, endless(), 1)) {
            BanipProcess reduced = start(JAVA, plus(how, "--rate", "25"));
            awaitPrinted(reduced, " min.* max.*\n.*\n.*\n");
            reduced.terminate();
            sending.awaitMore(1);
            BanipProcess refused = start(JAVA, plus(how, "--channel", "nothing"));
            assertThat(refused.awaitExit()).as(refused.said()).isEqualTo(1);
            assertThat(refused.said())
                    .contains("no channel 'nothing'; the BAN has ecg")
                    .doesNotContain("\tat ");
        }
    }

    private static String[] plus(String[] command, String... more) {
        return Stream.concat(Stream.of(command), Stream.of(more)).toArray(String[]::new);
    }

    /** As a host does that talks plain text with other machines. */
    @Test
    void bansThatAreListedWithoutTheirIdAreFoundByIt() throws Exception {
        BanipProcess host = start(JAVA, "host", "--port", "0", "--health-port", "off", "--store", "host.db", "--jini");
        URI uri = host.awaitReady();
        try (Sending sending = new Sending(uri, endless(), 4);
                LookupClient inside = LookupClient.find(ofHost(host), Transport.loopback())) {
            FoundSurrogate found = await("the BAN is listed")
                    .atMost(PATIENCE)
                    .until(inside::surrogates, all -> !all.isEmpty())
                    .get(0);
            Ban nameless = new Ban("", found.host(), found.session(), "standard", found.activatedNanos());
            ServiceID id = new ServiceID(1, 2);
            lookup.registrar().register(new ServiceItem(id, found.surrogate(), new Entry[] {nameless}), 600_000);
            BanipProcess list = watcher(JAVA, "--list");
            assertThat(list.awaitExit()).as(list.said()).isZero();
            assertThat(list.printed()).contains("  ban-1  active");
            BanipProcess store = store(JAVA, "--ban", "ban-1");
            BanipProcess watcher = watcher(JAVA, "--ban", "ban-1", "--from-start", "--digest");
            awaitPrinted(store, "found BAN ban-1 at host banip.*BAN ban-1 is stored from the beginning");
            awaitPrinted(watcher, "found BAN ban-1 at host banip.*receives BAN ban-1");
            sending.awaitMore(500);
            sending.end();
            assertExact(sending, store, watcher);
        }
    }

    private static LookupAddress ofHost(BanipProcess host) throws IOException {
        awaitPrinted(host, "lookup service at jini://\\S+/");
        String said = host.printed();
        return LookupAddress.parse(
                said.substring(said.indexOf("jini://")).lines().findFirst().orElseThrow());
    }

    @Test
    void whoHasNoRightToViewIsRefusedInAWord() throws Exception {
        Files.writeString(directory.resolve("token"), "0123456789abcdef0123456789abcdef\n");
        Files.writeString(directory.resolve("wrong"), "a token that is not the host's\n");
        BanipProcess host = host(JAVA, 0, "--viewer-token-file", "token");
        BanipProcess store = store(JAVA, "--token-file", "wrong");
        try (Sending sending = new Sending(host.awaitReady(), endless(), 1)) {
            sending.awaitMore(100);
            awaitPrinted(store, "host banip refuses BAN ban-1: .*\\(");
            for (List<String> without : List.of(List.<String>of(), List.of("--token-file", "wrong"))) {
                BanipProcess watcher = watcher(JAVA, without.toArray(String[]::new));
                assertThat(watcher.awaitExit()).as(watcher.said()).isEqualTo(1);
                assertThat(watcher.said()).contains("banip watch: host banip: ").doesNotContain("\tat ");
            }
            BanipProcess list = watcher(JAVA, "--list", "--token-file", "token");
            assertThat(list.awaitExit()).as(list.said()).isZero();
            assertThat(list.printed()).contains("  ban-1  active");
        }
        assertThat(copied()).isZero();
    }

    private static void signal(String name, BanipProcess process) throws Exception {
        int sent = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                .start()
                .waitFor();
        assertThat(sent).isZero();
    }
}
