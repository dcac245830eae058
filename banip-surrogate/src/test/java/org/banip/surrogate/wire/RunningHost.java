package org.banip.surrogate.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import org.banip.surrogate.SurrogateHost;
import org.banip.surrogate.SurrogateHostBuilder;
import org.banip.surrogate.api.SurrogateHandle;
import org.banip.surrogate.standalone.HostServer;
import org.banip.surrogate.standalone.HostServerSettings;
import org.banip.surrogate.store.Store;

/** A host on loopback; closing it leaves no thread behind. */
public final class RunningHost implements AutoCloseable {
    private final SurrogateHost host;
    private final HostServer server;

    private RunningHost(SurrogateHost host, HostServer server) {
        this.host = host;
        this.server = server;
    }

    /** A host over this store, with default settings. */
    public static RunningHost over(Store store) {
        return over(store, builder -> {});
    }

    /** A host over this store. */
    public static RunningHost over(Store store, Consumer<SurrogateHostBuilder> settings) {
        return over(store, settings, HostServerSettings.loopback());
    }

    /** A host over this store that listens like this. */
    public static RunningHost over(Store store, Consumer<SurrogateHostBuilder> settings, HostServerSettings listening) {
        SurrogateHostBuilder builder = SurrogateHost.builder(store);
        settings.accept(builder);
        SurrogateHost host = builder.build();
        return new RunningHost(host, HostServer.start(host, listening));
    }

    /** The host. */
    public SurrogateHost host() {
        return host;
    }

    /** What it listens with. */
    public HostServer server() {
        return server;
    }

    /** Its base URL. */
    public URI base() {
        return server.baseUri();
    }

    /** The surrogate of a session. */
    public SurrogateHandle surrogate(UUID session) {
        return host.surrogate(session).orElseThrow();
    }

    @Override
    public void close() {
        server.close();
        host.close();
        Patience.await().untilAsserted(() -> assertThat(threads()).isEmpty());
    }

    private static List<String> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(Thread::isAlive)
                .map(Thread::getName)
                .filter(name -> name.startsWith("banip-"))
                .toList();
    }
}
