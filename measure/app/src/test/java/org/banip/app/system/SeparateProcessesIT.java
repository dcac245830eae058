package org.banip.app.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import org.banip.core.json.JsonObject;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Host, broker and MBUs, each in a JVM of its own: host or broker are killed, or end in order. */
@Execution(ExecutionMode.CONCURRENT)
class SeparateProcessesIT {
    @TempDir
    Path directory;

    private HostAndBroker servers;

    @BeforeEach
    void start() throws Exception {
        servers = new HostAndBroker(directory);
    }

    @AfterEach
    void end() throws Exception {
        servers.close();
    }

    /** Each of the MBUs senses until it has been interrupted, however slow the machine is. */
    @Test
    void aBrokerThatIsKilledAndStartedAgainCostsNothing() throws Exception {
        try (BanipProcess chunked = servers.mbuOf("ban-1", "--uplink", "chunked");
                BanipProcess persistent = servers.mbuOf("ban-2", "--uplink", "persistent");
                BanipProcess perRequest = servers.mbuOf("ban-3", "--uplink", "per-request")) {
            List<BanipProcess> mbus = List.of(chunked, persistent, perRequest);
            mbus.forEach(SeparateProcessesIT::awaitStored);
            servers.broker().kill();
            mbus.forEach(mbu -> mbu.awaitSaid("disconnected"));
            servers.startBrokerAgain();
            for (BanipProcess mbu : mbus) {
                assertResumedAndExact(mbu);
            }
        }
    }

    @Test
    void anMbuTakesAnotherBrokerOfTheHostWhenItsOwnIsKilled() throws Exception {
        int port = servers.reservedPort();
        URI other = URI.create("http://127.0.0.1:" + port + "/");
        try (BanipProcess mbu = servers.mbuAt(servers.brokerUri() + "," + other, "ban-1")) {
            awaitStored(mbu);
            try (BanipProcess second = servers.startBroker(port)) {
                second.awaitReady();
                servers.broker().kill();
                assertResumedAndExact(mbu);
                assertThat(mbu.json().string("broker")).isEqualTo(other.toString());
            }
        }
    }

    @Test
    void aHostThatIsKilledAndStartedAgainCostsNothing() throws Exception {
        try (BanipProcess mbu = servers.mbu()) {
            awaitStored(mbu);
            servers.host().kill();
            mbu.awaitSaid("disconnected");
            servers.startHostAgain();
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
    void hostAndBrokerLogWithTimesAndEndInOrder() throws Exception {
        // Before they end: ISO times with a zone.
        for (BanipProcess server : List.of(servers.broker(), servers.host())) {
            server.awaitSaid("every user of this machine may read token");
            assertThat(server.said().lines())
                    .allMatch(
                            line -> line.matches(
                                    "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}(Z|[+-]\\d\\d:\\d\\d) (INFO |WARN ) .+"));
        }
        servers.broker().terminate();
        assertThat(servers.broker().awaitExit()).isEqualTo(143);
        assertThat(servers.broker().printed()).contains("wsb ends: ");
        servers.host().terminate();
        assertThat(servers.host().awaitExit()).isEqualTo(143);
        assertThat(servers.host().printed()).contains("host ends: 0 interconnects registered");
    }
}
