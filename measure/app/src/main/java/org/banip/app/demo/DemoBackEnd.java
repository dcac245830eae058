package org.banip.app.demo;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.banip.app.certificate.DevelopmentAuthority;
import org.banip.core.transcoding.Transcoders;
import org.banip.surrogate.SurrogateHost;
import org.banip.surrogate.standalone.HostServer;
import org.banip.surrogate.standalone.HostServerSettings;
import org.banip.surrogate.store.JdbcStore;

/** A surrogate host and a broker on loopback, with a store and a password file of their own. */
final class DemoBackEnd implements AutoCloseable {
    private static final String LOOPBACK = "127.0.0.1";

    private final Optional<DevelopmentAuthority> authority;

    private static final int DAYS = 2;

    private final SurrogateHost host;
    private final HostServer server;
    private final DemoBroker broker;

    DemoBackEnd(DemoSettings settings, DemoFolder folder, Transcoders known) throws InterruptedException {
        authority = settings.tls() ? Optional.of(certified(folder)) : Optional.empty();
        host = SurrogateHost.builder(JdbcStore.open(folder.store()))
                .transcoders(known)
                .build();
        try {
            HostServerSettings.Builder where = HostServerSettings.builder().address(LOOPBACK, settings.hostPort());
            authority.map(DevelopmentAuthority::server).ifPresent(where::tls);
            server = HostServer.start(host, where.build());
        } catch (RuntimeException e) {
            host.close();
            throw e;
        }
        try {
            broker = new DemoBroker(server.baseUri(), folder, settings.wsbPort(), authority);
        } catch (RuntimeException e) {
            server.close();
            host.close();
            throw e;
        }
    }

    private static DevelopmentAuthority certified(DemoFolder folder) throws InterruptedException {
        DevelopmentAuthority authority = DevelopmentAuthority.in(folder.certificates());
        authority.issueServer(List.of(LOOPBACK, "localhost"), DAYS, true);
        return authority;
    }

    /** The broker, for MBUs. */
    DemoBroker broker() {
        return broker;
    }

    /** URL of the host's live page. */
    URI livePage() {
        return server.baseUri();
    }

    /** The certificate by which a browser may trust the live page; empty without TLS. */
    Optional<Path> authority() {
        return authority.map(DevelopmentAuthority::certificate);
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
