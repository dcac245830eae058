package org.banip.app.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayOutputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.banip.app.ecg.EcgSettings;
import org.banip.app.ecg.GeneratedEcg;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SensorGroup;
import org.banip.core.json.JsonObject;
import org.banip.core.transcoding.Transcoders;
import org.banip.core.transcoding.spi.Block;
import org.banip.mbu.MobileBaseUnit;
import org.banip.mbu.settings.Credentials;
import org.banip.mbu.settings.ReconnectSettings;
import org.banip.mbu.spi.Sensor;
import org.banip.server.settings.SettingsReader;
import org.banip.surrogate.store.InterconnectRecord;
import org.banip.surrogate.store.JdbcStore;
import org.banip.surrogate.store.PostgresServer;
import org.banip.surrogate.store.Store;
import org.banip.surrogate.store.StoredRecording;
import org.banip.surrogate.wire.Forwarder;
import org.banip.wsb.BrokerConfiguration;
import org.banip.wsb.BrokerLimits;
import org.banip.wsb.authentication.PasswordFile;
import org.banip.wsb.settings.BrokerSettings;
import org.banip.wsb.standalone.WirelessServiceBroker;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Two hosts, each a process, share a database, and one of them is killed or stopped under twenty MBUs that stream. */
@Timeout(1800)
@Execution(ExecutionMode.CONCURRENT)
class TakeOverIT {
    private static final int MBUS = 20;
    private static final String PASSWORD = "a good password";
    private static final Duration PATIENCE = Duration.ofMinutes(5);
    /** Of the host's registration, where the broker finds hosts by a lookup service. */
    private static final Duration LEASE = Duration.ofSeconds(5);
    /** Longer than the test may take; each sensor ends when it is told to. */
    private static final EcgSettings ECG = EcgSettings.builder()
            .frequency(Frequency.ofHz(360))
            .units(Duration.ofDays(1).toSeconds() * 360)
            .seed(17)
            .build();

    @TempDir
    private Path directory;

    private final List<MobileBaseUnit> mbus = new ArrayList<>();
    private final Map<String, EndlessEcg> sensors = new HashMap<>();
    private final TakeOverTimes times = new TakeOverTimes();
    private volatile boolean ending;

    /** Measures until the test has seen enough, however slow the machine is, and counts its sensor sets. */
    private final class EndlessEcg implements Sensor {
        private final GeneratedEcg ecg = new GeneratedEcg(ECG);
        private final AtomicLong units = new AtomicLong();

        @Override
        public SensorGroup group() {
            return ecg.group();
        }

        @Override
        public int read(Block into, int maxUnits) {
            int count = ending ? -1 : ecg.read(into, maxUnits);
            units.addAndGet(Math.max(0, count));
            return count;
        }

        @Override
        public void close() {
            ecg.close();
        }
    }

    @ParameterizedTest
    @CsvSource({"KILL, list", "STOP, list", "KILL, jini"})
    void everyMbuGoesOnAtTheOtherHostAndTheStoreIsExact(String signal, String directoryOfHosts) throws Exception {
        goOn(signal, directoryOfHosts);
        System.out.println(times.text(signal + ", hosts by " + directoryOfHosts, bound(signal, directoryOfHosts)));
    }

    /** Time until broker and MBU know that the host is dead, and the longest wait of an MBU. */
    private static String bound(String signal, String directoryOfHosts) {
        BrokerLimits broker = BrokerLimits.DEFAULTS;
        Duration known = broker.hostProbe();
        String why = "host-probe-millis";
        if (directoryOfHosts.equals("jini")) {
            known = LEASE;
            why = "jini-lease-millis";
        } else if (signal.equals("STOP")) {
            known = known.plus(broker.hostSilence());
            why += " and host-silence-millis";
        }
        Duration wait = ReconnectSettings.DEFAULT.longest();
        return known.plus(wait).toMillis() + " ms (" + why + " " + known.toMillis() + ", longest back-off "
                + wait.toMillis() + ")";
    }

    private void goOn(String signal, String directoryOfHosts) throws Exception {
        try (PostgresServer database = PostgresServer.start()) {
            database.createDatabase("ward");
            if (directoryOfHosts.equals("list")) {
                goOn(signal, database, Optional.empty());
                return;
            }
            try (BanipProcess lookup = BanipProcess.start(directory, "lookup", "--port", "0")) {
                String locator = lookup.awaitReady().toString();
                goOn(signal, database, Optional.of(locator.replaceAll("^jini://|/$", "")));
            }
        }
    }

    /** With a lookup service, a host can tell its URL only if it knows it before it starts: that of a forwarder in front of it. */
    private void goOn(String signal, PostgresServer database, Optional<String> locator) throws Exception {
        try (Forwarder toOne = new Forwarder();
                Forwarder toTwo = new Forwarder();
                BanipProcess one = host(database, locator, toOne)) {
            URI first = one.awaitReady(); // it makes the schema
            toOne.forwardTo(first);
            try (BanipProcess two = host(database, locator, toTwo)) {
                URI second = two.awaitReady();
                toTwo.forwardTo(second);
                try (WirelessServiceBroker broker =
                        locator.isPresent() ? broker(locator.get()) : broker(first, second)) {
                    goOn(signal, broker, new Ending(one, toOne, first), second);
                } finally {
                    mbus.forEach(MobileBaseUnit::close);
                }
            }
            assertStored(database.url("ward"), database.user());
        }
    }

    /**
     * The host that ends.
     *
     * @param front what is in front of it where the broker finds it by a lookup service
     * @param base its own URL
     */
    private record Ending(BanipProcess process, Forwarder front, URI base) {
        void end(String signal) throws Exception {
            send(signal, process);
            if (signal.equals("KILL")) {
                front.close(); // nobody listens any more where it was
            }
        }
    }

    private void goOn(String signal, WirelessServiceBroker broker, Ending one, URI second) throws Exception {
        URI first = one.base();
        startMbus(broker.uri());
        await("data of all").atMost(PATIENCE).until(() -> interconnects(first) > 0 && allHaveStored());
        long moving = interconnects(first);
        times.begin();
        one.end(signal);
        long[] before = acknowledged();
        await("more data of all").atMost(PATIENCE).until(() -> allExceed(before));
        await("all have gone on").atMost(PATIENCE).until(() -> times.count() >= moving);
        if (signal.equals("STOP")) {
            send("CONT", one.process());
            // It may hold what was taken over for a while, and offer it to the store, which takes nothing of it.
            long[] after = acknowledged();
            await("data of all beside the host that woke").atMost(PATIENCE).until(() -> allExceed(after));
            await("each BAN at one host")
                    .atMost(PATIENCE)
                    .until(() -> interconnects(first) + interconnects(second) == MBUS);
        }
        ending = true;
        for (MobileBaseUnit mbu : mbus) {
            mbu.awaitDelivered(PATIENCE);
            assertThat(mbu.status().groups().get(0).unitsInGaps()).isZero();
        }
    }

    private BanipProcess host(PostgresServer database, Optional<String> locator, Forwarder front) throws Exception {
        List<String> command = new ArrayList<>(List.of("host", "--port", "0", "--health-port", "off", "--store"));
        command.addAll(List.of(database.url("ward"), "--store-user", database.user()));
        locator.ifPresent(at -> command.addAll(List.of(
                "--jini",
                "--jini-locators",
                at,
                "--jini-lease-millis",
                Long.toString(LEASE.toMillis()),
                "--jini-host-url",
                front.base().toString())));
        return BanipProcess.start(directory, command.toArray(String[]::new));
    }

    private Path passwords() {
        Path passwords = directory.resolve("passwords");
        for (int mbu = 0; mbu < MBUS; mbu++) {
            new PasswordFile(passwords).set("ban-" + mbu, PASSWORD.toCharArray(), 4);
        }
        return passwords;
    }

    private WirelessServiceBroker broker(URI one, URI two) {
        return WirelessServiceBroker.builder()
                .configuration(BrokerConfiguration.builder()
                        .surrogateHost(one)
                        .surrogateHost(two)
                        .passwordFile(passwords())
                        .build())
                .listen("127.0.0.1", 0)
                .start();
    }

    private WirelessServiceBroker broker(String locator) {
        Map<String, String> options = Map.of(
                "host-directory", "jini",
                "jini-locators", locator,
                "password-file", passwords().toString(),
                "health-port", "off",
                "port", "0");
        return WirelessServiceBroker.builder(new BrokerSettings(
                        SettingsReader.of(BrokerSettings.TABLE).options(options).read()))
                .start();
    }

    private void startMbus(URI broker) {
        for (int mbu = 0; mbu < MBUS; mbu++) {
            EndlessEcg sensor = new EndlessEcg();
            sensors.put("ban-" + mbu, sensor);
            mbus.add(MobileBaseUnit.builder()
                    .broker(broker)
                    .credentials(Credentials.basic("ban-" + mbu, PASSWORD))
                    .ban("ban-" + mbu)
                    .uplink("chunked")
                    .sensor(sensor)
                    .listener(times.of("ban-" + mbu))
                    .startTimeout(Duration.ZERO)
                    .start());
        }
    }

    private boolean allHaveStored() {
        return allExceed(new long[MBUS]);
    }

    private long[] acknowledged() {
        return mbus.stream()
                .mapToLong(mbu -> mbu.status().groups().get(0).unitsAcknowledged())
                .toArray();
    }

    private boolean allExceed(long[] before) {
        long[] now = acknowledged();
        return IntStream.range(0, MBUS).allMatch(mbu -> now[mbu] > before[mbu]);
    }

    /** The number of interconnects that a host has, as it tells brokers. */
    private static long interconnects(URI host) throws Exception {
        HttpURLConnection connection =
                (HttpURLConnection) host.resolve("interconnects").toURL().openConnection();
        connection.setReadTimeout((int) PATIENCE.toMillis());
        String load = new String(connection.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return JsonObject.parse(load).integer("interconnects", 0, 2L * MBUS);
    }

    private static void send(String signal, BanipProcess process) throws Exception {
        int sent = new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid()))
                .start()
                .waitFor();
        assertThat(sent).isZero();
    }

    private void assertStored(String url, String user) {
        try (Store store = JdbcStore.openForReading(url, user, "")) {
            List<InterconnectRecord> sessions = store.interconnects();
            assertThat(sessions).hasSize(MBUS);
            for (InterconnectRecord session : sessions) {
                ByteArrayOutputStream sets = new ByteArrayOutputStream();
                new StoredRecording(store, session, Transcoders.installed())
                        .read(0, block -> sets.write(block.bytes(), 0, block.length()));
                EndlessEcg sensor = Objects.requireNonNull(sensors.get(session.identity()));
                assertThat(sets.toByteArray()).as(session.identity()).isEqualTo(expected(sensor.units.get()));
            }
            assertThat(sessions).anyMatch(session -> store.epoch(session).orElse(0) > 0);
        }
    }

    private static byte[] expected(long units) {
        Block block = new Block(4096);
        try (GeneratedEcg ecg = new GeneratedEcg(ECG)) {
            long left = units;
            while (left > 0) {
                left -= ecg.read(block, (int) Math.min(left, 4096));
            }
        }
        return Arrays.copyOf(block.bytes(), block.length());
    }
}
