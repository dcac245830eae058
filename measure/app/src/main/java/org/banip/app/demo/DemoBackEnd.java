package org.banip.app.demo;

import java.net.URI;
import org.banip.core.transcoding.Transcoders;
import org.banip.surrogate.SurrogateHost;
import org.banip.surrogate.standalone.HostServer;
import org.banip.surrogate.standalone.HostServerSettings;
import org.banip.surrogate.store.JdbcStore;

/** A surrogate host and a broker on loopback, with a store and a password file of their own. */
final class DemoBackEnd implements AutoCloseable {
    private static final String LOOPBACK = "127.0.0.1";

    private final SurrogateHost host;
    private final HostServer server;
    private final DemoBroker broker;

    DemoBackEnd(DemoSettings settings, DemoFolder folder, Transcoders known) {
        host = SurrogateHost.builder(JdbcStore.open(folder.store()))
                .transcoders(known)
                .build();
        try {
            server = HostServer.start(
                    host,
                    HostServerSettings.builder()
                            .address(LOOPBACK, settings.hostPort())
                            .build());
        } catch (RuntimeException e) {
            host.close();
            throw e;
        }
        try {
            broker = new DemoBroker(server.baseUri(), folder, settings.wsbPort());
        } catch (RuntimeException e) {
            server.close();
            host.close();
            throw e;
        }
    }

    /** The broker, for MBUs. */
    DemoBroker broker() {
        return broker;
    }

    /** URL of the host's live page. */
    URI livePage() {
        return server.baseUri();
    }

    /** The host itself, for subscribers in this process. */
    SurrogateHost host() {
        return host;
    }

    @Override
    public void close() {
        broker.close();
        server.close();
        host.close();
    }
}
