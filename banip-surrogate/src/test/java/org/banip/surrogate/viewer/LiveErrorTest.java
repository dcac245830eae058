package org.banip.surrogate.viewer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.banip.surrogate.wire.Patience.await;

import jakarta.servlet.DispatcherType;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Map;
import org.banip.server.log.HeardLog;
import org.banip.surrogate.settings.AccessSettings;
import org.banip.surrogate.settings.HostLimits;
import org.banip.surrogate.store.JdbcStore;
import org.banip.surrogate.wire.EventWire;
import org.banip.surrogate.wire.HttpWire;
import org.banip.surrogate.wire.RunningHost;
import org.banip.surrogate.wire.TestMbu;
import org.eclipse.jetty.ee10.servlet.FilterHolder;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.server.NetworkConnector;
import org.eclipse.jetty.server.Server;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** An error while live data are prepared or written ends that viewer's stream, and gives back its queue and its place. */
class LiveErrorTest {
    @TempDir
    private Path directory;

    private final FaultyFilter filter = new FaultyFilter();
    private RunningHost host;
    private Server server;
    private TestMbu mbu;

    @BeforeEach
    void start() throws Exception {
        host = RunningHost.over(
                JdbcStore.open(directory.resolve("store.db")),
                builder -> builder.limits(HostLimits.builder().viewers(1).build()));
        mbu = new TestMbu(host.base());
        mbu.register();
        ServletContextHandler context = new ServletContextHandler("/");
        FilterHolder holder = new FilterHolder(filter);
        holder.setAsyncSupported(true);
        context.addFilter(holder, "/surrogates/*", EnumSet.allOf(DispatcherType.class));
        context.addServletContainerInitializer(
                (classes, servlets) -> host.host().install(servlets, AccessSettings.LOOPBACK_ONLY));
        server = new Server(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        server.setHandler(context);
        server.start();
    }

    @AfterEach
    void stop() throws Exception {
        server.stop();
        host.close();
    }

    @ParameterizedTest
    @EnumSource(
            value = FaultyFilter.Place.class,
            names = {"TYPE", "FIELD", "READY", "WRITE"})
    void anErrorEndsTheStreamAndGivesBackItsPlace(FaultyFilter.Place place) throws IOException {
        try (HeardLog log = new HeardLog();
                HttpWire viewer = new HttpWire(base(), Map.of("Connection", "close"))) {
            filter.failAt(place);
            viewer.begin("GET", live());
            awaitClosed(viewer);
            await().until(() -> host.host().statistics().subscribers() == 0);
            assertThat(log.errors()).anySatisfy(line -> assertThat(line).contains(mbu.session() + " internal error"));
        }
        anotherViewerIsServed(0);
    }

    /** The container answers and logs this one: the host has not taken the request over. */
    @Test
    void anErrorBeforeTheRequestIsTakenOverLeavesNoPlaceTaken() throws IOException {
        try (HttpWire viewer = new HttpWire(base(), Map.of("Connection", "close"))) {
            filter.failAt(FaultyFilter.Place.STREAM);
            viewer.begin("GET", live());
            awaitClosed(viewer);
            await().until(() -> host.host().statistics().subscribers() == 0);
        }
        anotherViewerIsServed(0);
    }

    /** Every event is written and flushed on the threads of the host, not of the container. */
    @ParameterizedTest
    @EnumSource(
            value = FaultyFilter.Place.class,
            names = {"READY", "WRITE", "FLUSH"})
    void anErrorInTheMiddleEndsTheStreamAndGivesBackItsPlace(FaultyFilter.Place place) throws IOException {
        try (HeardLog log = new HeardLog();
                EventWire viewer = new EventWire(base(), live(), Map.of())) {
            viewer.next("appeared");
            filter.failAt(place);
            assertThat(mbu.send(0, 2).acknowledged()).containsExactly(2L, 0L);
            viewer.awaitEnd();
            await().until(() -> host.host().statistics().subscribers() == 0);
            assertThat(log.errors()).anySatisfy(line -> assertThat(line).contains(mbu.session() + " internal error"));
        }
        anotherViewerIsServed(2);
    }

    private void anotherViewerIsServed(long sequence) throws IOException {
        try (EventWire next = new EventWire(base(), live(), Map.of())) {
            assertThat(next.head().status()).isEqualTo(200);
            next.next("appeared");
            assertThat(mbu.send(sequence, sequence + 1).status()).isEqualTo(200);
            next.next("data");
        }
    }

    /** Reads to the end of the connection, whatever comes. */
    private static void awaitClosed(HttpWire wire) throws IOException {
        boolean open = true;
        while (open) {
            open = !wire.isClosedByServer();
        }
    }

    private String live() {
        return "surrogates/" + mbu.session() + "/live";
    }

    private URI base() {
        int port = ((NetworkConnector) server.getConnectors()[0]).getLocalPort();
        return URI.create("http://127.0.0.1:" + port + "/");
    }
}
