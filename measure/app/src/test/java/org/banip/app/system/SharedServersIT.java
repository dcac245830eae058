package org.banip.app.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** MBUs and viewers, each in a JVM of its own, with one host and one broker that all tests share, one after the other. */
class SharedServersIT {
    @TempDir
    static Path directory;

    private static HostAndBroker servers;

    @BeforeAll
    static void start() throws Exception {
        servers = new HostAndBroker(directory);
    }

    @AfterAll
    static void end() throws Exception {
        if (servers != null) {
            servers.close();
        }
    }

    /** A viewer that has asked the host already, so that it sees the stream on a slow machine, too. */
    private BanipProcess watching() throws IOException {
        BanipProcess watch = BanipProcess.start(
                directory, "watch", "--host-url", servers.hostUri().toString(), "--csv", "--from-start");
        watch.awaitSaid("waiting for a BAN");
        return watch;
    }

    @Test
    void aStreamIsDeliveredWatchedListedAndExported() throws Exception {
        try (BanipProcess watch = watching();
                BanipProcess mbu = servers.mbu("--seconds", "20", "--speed", "5")) {
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

    @Test
    void anMbuThatIsInterruptedDeliversWhatItSensed() throws Exception {
        try (BanipProcess mbu = servers.mbu()) {
            mbu.awaitSaid("acknowledged [1-9][\\d,]* .* connected");
            mbu.interrupt();
            assertThat(mbu.awaitExit()).isEqualTo(130);
            Stored.assertExact(directory, "store.db", mbu.json());
        }
    }

    @Test
    void wrongCredentialsAreRefusedInAWord() throws Exception {
        Files.writeString(directory.resolve("wrong"), "incorrect horse\n");
        String command = "mbu --json --seconds 5 --user ban-1 --password-file wrong --wsb " + servers.brokerUri();
        try (BanipProcess mbu = BanipProcess.start(directory, command.split(" ", -1))) {
            assertThat(mbu.awaitExit()).isEqualTo(1);
            assertThat(mbu.said())
                    .contains("\nBAN ban-1 as user 'ban-1' streams to " + servers.brokerUri() + "\n")
                    .containsOnlyOnce("no link yet: wrong user or password (unauthenticated); tries again")
                    .endsWith("banip mbu: BAN ban-1 as user 'ban-1' at " + servers.brokerUri()
                            + ": wrong user or password; 'banip wsb passwd FILE ban-1' at the broker sets it"
                            + " (unauthenticated)\n")
                    .doesNotContain("\tat ", "incorrect horse", " given up: ", "ends within");
            assertThat(mbu.json().bool("delivered")).isFalse();
        }
    }

    /** Where a broker might be, but nobody listens. */
    private static String nowhere() throws IOException {
        return "http://127.0.0.1:" + servers.reservedPort() + "/";
    }

    @Test
    void anMbuWhoseBrokerIsAwayEndsSomeTimeAfterItsSignal() throws Exception {
        try (BanipProcess mbu = servers.mbuAt(nowhere(), "ban-1", "--seconds", "0.1", "--wait", "1")) {
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
        try (BanipProcess mbu = servers.mbuAt(nowhere(), "ban-1")) {
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
        try (BanipProcess mbu = servers.mbu("--seconds", "5", "--ban", "ban-2")) {
            assertThat(mbu.awaitExit()).isEqualTo(1);
            assertThat(mbu.said())
                    .endsWith("banip mbu: BAN ban-2 as user 'ban-1' at " + servers.brokerUri()
                            + ": this broker lets a user register only the BAN that is named like the user; for other BANs it needs"
                            + " a grants file (setting grants-file) with a line for this user (forbidden)\n")
                    .doesNotContain("\tat ");
            servers.broker().awaitSaid("refused, forbidden: ban-1 has no grant for BAN 'ban-2'");
        }
    }

    @Test
    void aRecordingWithAWrongChecksumIsDeliveredAndReported() throws Exception {
        Files.writeString(directory.resolve("lying.hea"), "lying 1 100 4\nlying.dat 16 200 12 0 1 4711 0 II\n");
        Files.write(directory.resolve("lying.dat"), new byte[] {1, 0, 2, 0, 3, 0, 4, 0});
        try (BanipProcess mbu = servers.mbu("--recording", "lying.hea")) {
            assertThat(mbu.awaitExit()).isEqualTo(1);
            assertThat(mbu.said()).contains("checksum 10, the header allows only 4711", "(malformed-recording)");
            assertThat(mbu.json().integer("stored", 0, 10)).isEqualTo(4);
        }
    }

    @Test
    void serversOnAllAddressesSaySo() throws Exception {
        Files.writeString(directory.resolve("viewers"), "another-" + HostAndBroker.TOKEN + "\n");
        String hostSettings = "--store=other.db --broker-token-file=token --viewer-token-file=viewers";
        assertListensOnAllAddresses("host", hostSettings);
        assertListensOnAllAddresses("wsb", "--passwords=passwords --host-url=" + servers.hostUri());
    }

    private void assertListensOnAllAddresses(String command, String settings) throws IOException {
        String all = command + " --port=0 --listen=0.0.0.0 --allow-plain=true " + settings;
        try (BanipProcess server = BanipProcess.start(directory, all.split(" ", -1))) {
            assertThat(server.awaitReady()).hasHost("127.0.0.1");
            assertThat(server.printed()).containsPattern("ready at http://127.0.0.1:\\d+/ on all addresses, ");
        }
    }
}
