package org.banip.surrogate.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Path;
import org.banip.server.client.Http2Gateway;
import org.banip.surrogate.contract.DataContract;
import org.banip.surrogate.contract.FaultContract;
import org.banip.surrogate.contract.RegistrationContract;
import org.banip.surrogate.settings.HostLimits;
import org.banip.surrogate.store.JdbcStore;
import org.banip.surrogate.wire.RunningHost;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.io.TempDir;

/** All of the contract, with each request of an MBU as a stream of one HTTP/2 connection. */
class Http2Test {
    private static RunningHost host;
    private static Http2Gateway gateway;

    @BeforeAll
    static void start(@TempDir Path directory) throws Exception {
        HostLimits limits = HostLimits.builder().interconnectsPerIdentity(256).build();
        host = RunningHost.over(JdbcStore.open(directory.resolve("store.db")), builder -> builder.limits(limits));
        gateway = new Http2Gateway(host.base());
    }

    @AfterAll
    static void stop() throws Exception {
        int connections = gateway.connections();
        gateway.close();
        host.close();
        assertThat(connections).as("no fault of a stream ended the connection").isEqualTo(1);
    }

    @Nested
    class Data extends DataContract {
        @Override
        protected URI base() {
            return gateway.uri();
        }
    }

    @Nested
    class Fault extends FaultContract {
        @Override
        protected boolean closesConnections() {
            return false;
        }

        @Override
        protected URI base() {
            return gateway.uri();
        }
    }

    @Nested
    class Registration extends RegistrationContract {
        @Override
        protected URI base() {
            return gateway.uri();
        }
    }
}
