package org.banip.app.demo;

import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.banip.app.certificate.DevelopmentAuthority;
import org.banip.core.transcoding.Transcoders;
import org.banip.surrogate.SurrogateHost;
import org.banip.surrogate.standalone.HostServer;
import org.banip.surrogate.standalone.HostServerSettings;
import org.banip.surrogate.store.JdbcStore;

/** A surrogate host on loopback and a broker, with a store and a password file of their own. */
final class DemoBackEnd implements AutoCloseable {
    private static final int DAYS = 2;

    private final Optional<DevelopmentAuthority> authority;
    private final SurrogateHost host;
    private final HostServer server;
    private final DemoBroker broker;

    /** Starts both where they belong. */
    static DemoBackEnd start(DemoSettings settings, DemoNetwork network, DemoFolder folder, Transcoders known)
            throws InterruptedException {
        int hostPort = network.paths().isEmpty() ? settings.hostPort() : 0; // a live page beyond links is relayed
        return network.backEnd(() -> new DemoBackEnd(settings, network.brokerAddress(), hostPort, folder, known));
    }

    private DemoBackEnd(DemoSettings settings, String brokerAddress, int hostPort, DemoFolder folder, Transcoders known)
            throws InterruptedException {
        authority = settings.tls() ? Optional.of(certified(brokerAddress, folder)) : Optional.empty();
        host = SurrogateHost.builder(JdbcStore.open(folder.store()))
                .transcoders(known)
                .build();
        try {
            HostServerSettings.Builder where = HostServerSettings.builder().address(DemoNetwork.LOOPBACK, hostPort);
            authority.map(DevelopmentAuthority::server).ifPresent(where::tls);
            server = HostServer.start(host, where.build());
        } catch (RuntimeException e) {
            host.close();
            throw e;
        }
        try {
            broker = new DemoBroker(server.baseUri(), folder, brokerAddress, settings.wsbPort(), authority);
        } catch (RuntimeException e) {
            server.close();
            host.close();
            throw e;
        }
    }

    private static DevelopmentAuthority certified(String brokerAddress, DemoFolder folder) throws InterruptedException {
        DevelopmentAuthority authority = DevelopmentAuthority.in(folder.certificates());
        authority.issueServer(
                Stream.of(DemoNetwork.LOOPBACK, "localhost", brokerAddress)
                        .distinct()
                        .toList(),
                DAYS,
                true);
        return authority;
    }

    /** The broker, for MBUs. */
    DemoBroker broker() {
        return broker;
    }

    /** URL of the live page in the host's network. */
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
