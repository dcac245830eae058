package org.banip.surrogate.standalone;

import java.net.URI;
import java.nio.file.Path;
import org.banip.surrogate.SurrogateHost;
import org.banip.surrogate.contract.EndpointContract;
import org.banip.surrogate.store.JdbcStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** The contract, served by Jetty stand-alone over SQLite. */
class StandaloneEndpointTest extends EndpointContract {
    @TempDir
    private Path directory;

    private SurrogateHost host;
    private HostServer server;

    @BeforeEach
    void start() {
        host = SurrogateHost.builder(JdbcStore.open(directory.resolve("store.db")))
                .build();
        server = HostServer.start(host, HostServerSettings.loopback());
    }

    @AfterEach
    void stop() {
        server.close();
        host.close();
    }

    @Override
    protected URI base() {
        return server.baseUri();
    }
}
