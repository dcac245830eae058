package org.banip.app.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.banip.core.json.JsonObject;
import org.banip.wsb.authentication.PasswordFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Host, broker, MBU and viewer, each in a JVM of its own. */
@Execution(ExecutionMode.CONCURRENT)
class SeparateProcessesIT {
    private static final String PASSWORD = "correct horse battery staple";
    private static final String TOKEN = "0123456789abcdef0123456789abcdef";

    @TempDir
    Path directory;

    /** Bound but never listening, so that nobody else gets their ports while host and broker are away. */
    private final List<Socket> reserved = new ArrayList<>();

    private BanipProcess host;
    private BanipProcess broker;
    private URI hostUri;
    private URI brokerUri;

    @BeforeEach
    void startHostAndBroker() throws Exception {
        Files.writeString(directory.resolve("password"), PASSWORD + "\n");
        Files.writeString(directory.resolve("token"), TOKEN + "\n");
        PasswordFile passwords = new PasswordFile(directory.resolve("passwords"));
        for (String user : List.of("ban-1", "ban-2", "ban-3")) {
            passwords.set(user, PASSWORD.toCharArray(), 4);
        }
        host = startHost(reservedPort());
        hostUri = host.awaitReady();
        broker = startBroker(reservedPort());
        brokerUri = broker.awaitReady();
    }

    private int reservedPort() throws IOException {
        Socket reservation = new Socket();
        reserved.add(reservation);
        reservation.setReuseAddress(true);
        reservation.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        return reservation.getLocalPort();
    }

    private BanipProcess startHost(int port) throws IOException {
        return BanipProcess.start(
                directory, "host", "--port", "" + port, "--store", "store.db", "--broker-token-file", "token");
    }

    private BanipProcess startBroker(int port) throws IOException {
        return BanipProcess.start(
                directory,
                "wsb",
                "--port",
                "" + port,
                "--host-url",
                hostUri.toString(),
                "--token-file",
                "token",
                "--passwords",
                "passwords");
    }

    @AfterEach
    void end() throws IOException {
        broker.close();
        host.close();
        for (Socket reservation : reserved) {
            reservation.close();
        }
    }

    private BanipProcess mbu(String... more) throws IOException {
        return mbuOf("ban-1", more);
    }

    private BanipProcess mbuOf(String user, String... more) throws IOException {
        List<String> args = new java.util.ArrayList<>(
                List.of("mbu", "--json", "--wsb", brokerUri.toString(), "--user", user, "--password-file", "password"));
        args.addAll(List.of(more));
        return BanipProcess.start(directory, args.toArray(String[]::new));
    }

    /** A viewer that has asked the host already, so that it sees the stream on a slow machine, too. */
    private BanipProcess watching() throws IOException {
        BanipProcess watch =
                BanipProcess.start(directory, "watch", "--host-url", hostUri.toString(), "--csv", "--from-start");
        watch.awaitSaid("waiting for a BAN");
        return watch;
    }

    @Test
    void aStreamIsDeliveredWatchedListedAndExported() throws Exception {
        try (BanipProcess watch = watching();
                BanipProcess mbu = mbu("--seconds", "20", "--speed", "5")) {
            assertThat(mbu.awaitExit()).as(mbu.said()).isZero();
            Stored.assertExact(directory, "store.db", mbu.json());
            assertThat(watch.awaitExit()).as(watch.said()).isZero();
            assertThat(watch.printed().lines().findFirst()).contains("time,II[mV],V5[mV]");
            assertThat(watch.printed().lines().skip(1))
                    .isNotEmpty()
                    .allMatch(row -> row.matches("\\d{4}-\\d\\d-\\d\\dT[0-9:]{8}\\.\\d{9}Z(,-?\\d+\\.\\d+){2}"));
            assertThat(watch.said()).contains(" disappeared: deregistered");
        }
        try (BanipProcess list = BanipProcess.start(directory, "export", "--store", "store.db", "--list")) {
            assertThat(list.awaitExit()).isZero();
            assertThat(list.printed()).contains("  ban-1  registered 20", "ecg: 2 channels at 250 Hz, 0:20 from ");
        }
        assertThat(directory.resolve("out")).isDirectoryContaining("glob:**.hea");
    }

    /** Each of the MBUs senses until it has been interrupted, however slow the machine is. */
    @Test
    void aBrokerThatIsKilledAndStartedAgainCostsNothing() throws Exception {
        try (BanipProcess chunked = mbuOf("ban-1", "--uplink", "chunked");
                BanipProcess persistent = mbuOf("ban-2", "--uplink", "persistent");
                BanipProcess perRequest = mbuOf("ban-3", "--uplink", "per-request")) {
            List<BanipProcess> mbus = List.of(chunked, persistent, perRequest);
            mbus.forEach(SeparateProcessesIT::awaitStored);
            broker.kill();
            mbus.forEach(mbu -> mbu.awaitSaid("disconnected"));
            broker = startBroker(brokerUri.getPort());
            for (BanipProcess mbu : mbus) {
                assertResumedAndExact(mbu);
            }
        }
    }

    @Test
    void anMbuTakesAnotherBrokerOfTheHostWhenItsOwnIsKilled() throws Exception {
        int port = reservedPort();
        URI other = URI.create("http://127.0.0.1:" + port + "/");
        try (BanipProcess mbu = BanipProcess.start(
                directory,
                "mbu",
                "--json",
                "--wsb",
                brokerUri + "," + other,
                "--user",
                "ban-1",
                "--password-file",
                "password")) {
            awaitStored(mbu);
            try (BanipProcess second = startBroker(port)) {
                second.awaitReady();
                broker.kill();
                assertResumedAndExact(mbu);
                assertThat(mbu.json().string("broker")).isEqualTo(other.toString());
            }
        }
    }

    @Test
    void aHostThatIsKilledAndStartedAgainCostsNothing() throws Exception {
        try (BanipProcess mbu = mbu()) {
            awaitStored(mbu);
            host.kill();
            mbu.awaitSaid("disconnected");
            host = startHost(hostUri.getPort());
            assertResumedAndExact(mbu);
        }
    }

    private static void awaitStored(BanipProcess mbu) {
        mbu.awaitSaid("acknowledged [1-9][\\d,]* .* connected");
    }

    private void assertResumedAndExact(BanipProcess mbu) throws Exception {
        mbu.awaitSaid("backlog \\d packets? +connected, resumed [1-9]");
        mbu.interrupt();
        assertThat(mbu.awaitExit()).as(mbu.said()).isEqualTo(130);
        JsonObject delivered = mbu.json();
        assertThat(delivered.integer("resumes", 0, 1000)).isPositive();
        Stored.assertExact(directory, "store.db", delivered);
    }

    @Test
    void anMbuThatIsInterruptedDeliversWhatItSensed() throws Exception {
        try (BanipProcess mbu = mbu()) {
            awaitStored(mbu);
            mbu.interrupt();
            assertThat(mbu.awaitExit()).isEqualTo(130);
            Stored.assertExact(directory, "store.db", mbu.json());
        }
    }

    @Test
    void wrongCredentialsAreRefusedInAWord() throws Exception {
        Files.writeString(directory.resolve("password"), "incorrect horse\n");
        try (BanipProcess mbu = mbu("--seconds", "5")) {
            assertThat(mbu.awaitExit()).isEqualTo(1);
            assertThat(mbu.said())
                    .contains("\nBAN ban-1 as user 'ban-1' streams to " + brokerUri + "\n")
                    .containsOnlyOnce("no link yet: wrong user or password (unauthenticated); tries again")
                    .endsWith("banip mbu: BAN ban-1 as user 'ban-1' at " + brokerUri
                            + ": wrong user or password; 'banip wsb passwd FILE ban-1' at the broker sets it"
                            + " (unauthenticated)\n")
                    .doesNotContain("\tat ", "incorrect horse", " given up: ", "ends within");
            assertThat(mbu.json().bool("delivered")).isFalse();
        }
    }

    @Test
    void anMbuWhoseBrokerIsAwayEndsSomeTimeAfterItsSignal() throws Exception {
        broker.kill();
        try (BanipProcess mbu = mbu("--seconds", "0.1", "--wait", "1")) {
            assertThat(mbu.awaitExit()).isEqualTo(1);
            assertThat(mbu.said())
                    .contains(
                            "the signal is over: waits until the host has stored 25 sensor sets more; gives up if it stores none for 1 s")
                    .contains(
                            "banip mbu: 25 sensor sets not stored: the signal is over, and the host has stored nothing for 1 s");
            assertThat(mbu.json().bool("delivered")).isFalse();
        }
    }

    @Test
    void aSecondInterruptEndsAtOnce() throws Exception {
        broker.kill();
        try (BanipProcess mbu = mbu()) {
            mbu.awaitSaid("cannot connect");
            mbu.interrupt();
            mbu.awaitSaid("ends within 10 s");
            mbu.interrupt();
            assertThat(mbu.awaitExit()).isEqualTo(130);
            assertThat(mbu.printed()).as("the report of an end in order").isEmpty();
        }
    }

    @Test
    void somebodyElsesBanIsRefusedInAWord() throws Exception {
        try (BanipProcess mbu = mbu("--seconds", "5", "--ban", "ban-2")) {
            assertThat(mbu.awaitExit()).isEqualTo(1);
            assertThat(mbu.said())
                    .endsWith("banip mbu: BAN ban-2 as user 'ban-1' at " + brokerUri
                            + ": the broker's grants do not let this user register this BAN (forbidden)\n")
                    .doesNotContain("\tat ");
            broker.awaitSaid("refused, forbidden: ban-1 has no grant for BAN 'ban-2'");
        }
    }

    @Test
    void linesOfTheLogsHaveIsoTimesWithZone() throws Exception {
        for (BanipProcess server : List.of(broker, host)) {
            server.awaitSaid("every user of this machine may read or write token");
            assertThat(server.said().lines())
                    .allMatch(
                            line -> line.matches(
                                    "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}(Z|[+-]\\d\\d:\\d\\d) (INFO |WARN ) .+"));
        }
    }

    @Test
    void aRecordingWithAWrongChecksumIsDeliveredAndReported() throws Exception {
        Files.writeString(directory.resolve("lying.hea"), "lying 1 100 4\nlying.dat 16 200 12 0 1 4711 0 II\n");
        Files.write(directory.resolve("lying.dat"), new byte[] {1, 0, 2, 0, 3, 0, 4, 0});
        try (BanipProcess mbu = mbu("--recording", "lying.hea")) {
            assertThat(mbu.awaitExit()).isEqualTo(1);
            assertThat(mbu.said()).contains("checksum 10, the header allows only 4711", "(malformed-recording)");
            assertThat(mbu.json().integer("stored", 0, 10)).isEqualTo(4);
        }
    }

    @Test
    void serversOnAllAddressesSaySo() throws Exception {
        Files.writeString(directory.resolve("viewers"), "another-" + TOKEN + "\n");
        String hostSettings = "--store=other.db --broker-token-file=token --viewer-token-file=viewers";
        assertListensOnAllAddresses("host", hostSettings);
        assertListensOnAllAddresses("wsb", "--passwords=passwords --host-url=" + hostUri);
    }

    private void assertListensOnAllAddresses(String command, String settings) throws IOException {
        String all = command + " --port=0 --listen=0.0.0.0 --allow-plain=true " + settings;
        try (BanipProcess server = BanipProcess.start(directory, all.split(" ", -1))) {
            assertThat(server.awaitReady()).hasHost("127.0.0.1");
            assertThat(server.printed()).containsPattern("ready at http://127.0.0.1:\\d+/ on all addresses, ");
        }
    }

    @Test
    void hostAndBrokerEndInOrder() throws Exception {
        broker.terminate();
        assertThat(broker.awaitExit()).isEqualTo(143);
        assertThat(broker.printed()).contains("wsb ends: ");
        host.terminate();
        assertThat(host.awaitExit()).isEqualTo(143);
        assertThat(host.printed()).contains("host ends: 0 interconnects registered");
    }
}
