package org.banip.app.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.banip.app.ecg.EcgSettings;
import org.banip.app.ecg.GeneratedEcg;
import org.banip.app.option.LookupPlaces;
import org.banip.app.terminal.Line;
import org.banip.app.terminal.ProgressDisplay;
import org.banip.app.terminal.Stop;
import org.banip.app.terminal.Terminal;
import org.banip.mbu.MobileBaseUnit;
import org.banip.mbu.MobileBaseUnitBuilder;
import org.banip.mbu.settings.ReconnectSettings;
import org.banip.server.settings.Settings;
import org.banip.server.settings.SettingsReader;
import org.banip.surrogate.SurrogateHost;
import org.banip.surrogate.api.HostContext;
import org.banip.surrogate.api.Surrogate;
import org.banip.surrogate.api.SurrogateContext;
import org.banip.surrogate.api.SurrogateProvider;
import org.banip.surrogate.api.ViewerAccess;
import org.banip.surrogate.api.reduction.Reduction;
import org.banip.surrogate.endpoint.TokenViewers;
import org.banip.surrogate.jini.remote.AccessToken;
import org.banip.surrogate.jini.settings.LookupAddress;
import org.banip.surrogate.jini.transport.Transport;
import org.banip.surrogate.settings.HostSettings;
import org.banip.surrogate.standalone.HostServer;
import org.banip.surrogate.standalone.HostServerSettings;
import org.banip.surrogate.store.JdbcStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A viewer beside a real host that comes and goes. */
abstract class WatchedHost {
    static final Duration PATIENCE = Duration.ofSeconds(60);
    static final Duration IMPATIENCE = Duration.ofMillis(300);
    static final ReconnectSettings HURRY = new ReconnectSettings(Duration.ofMillis(2), Duration.ofMillis(50));
    static final Terminal.Size SIZE = new Terminal.Size(80, 24);

    @TempDir
    Path directory;

    /** Bound but never listening: nobody else gets the port while the host is away. */
    final Socket reservation = new Socket();

    final List<String> said = new CopyOnWriteArrayList<>();
    final Stop stop = new Stop();
    final ExecutorService thread = Executors.newSingleThreadExecutor();
    Optional<SurrogateHost> host = Optional.empty();
    Optional<HostServer> server = Optional.empty();

    @BeforeEach
    void reserve() throws IOException {
        reservation.setReuseAddress(true);
        reservation.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    }

    @AfterEach
    void end() throws Exception {
        stop.request();
        thread.shutdown();
        assertThat(thread.awaitTermination(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                .isTrue();
        stopHost();
        reservation.close();
    }

    URI uri() {
        return URI.create("http://127.0.0.1:" + reservation.getLocalPort() + "/");
    }

    void startHost() {
        startHost(Map.of());
    }

    void startHost(Map<String, String> options) {
        Settings settings =
                SettingsReader.of(HostSettings.TABLE).options(options).read();
        host = Optional.of(SurrogateHost.builder(JdbcStore.open(directory.resolve("store.db")))
                .surrogateType(new Talking())
                .offer(Settings.class, settings)
                .offer(ViewerAccess.class, new TokenViewers(Optional.empty()))
                .build());
        server = Optional.of(HostServer.start(
                host.get(),
                HostServerSettings.builder()
                        .address("127.0.0.1", reservation.getLocalPort())
                        .build()));
    }

    void stopHost() {
        server.ifPresent(HostServer::close);
        host.ifPresent(SurrogateHost::close);
        server = Optional.empty();
        host = Optional.empty();
    }

    /** Says a line for every packet. */
    static final class Talking implements SurrogateProvider {
        @Override
        public String name() {
            return "talking";
        }

        @Override
        public CompletableFuture<Surrogate> create() {
            return CompletableFuture.completedFuture(new Surrogate() {
                @Override
                public void activate(HostContext host, SurrogateContext context) {
                    context.subscribe(data -> context.tell("data\033[31m came"));
                }

                @Override
                public void deactivate() {}
            });
        }
    }

    MobileBaseUnit mbu(String ban) {
        return mbu(ban, "standard");
    }

    MobileBaseUnit mbu(String ban, String surrogateType) {
        return builder(ban, surrogateType).start();
    }

    MobileBaseUnitBuilder builder(String ban, String surrogateType) {
        return MobileBaseUnit.builder()
                .broker(uri())
                .ban(ban)
                .surrogateType(surrogateType)
                .sensor(new GeneratedEcg(EcgSettings.builder().build()))
                .reconnect(HURRY)
                .startTimeout(Duration.ZERO)
                .closeTimeout(PATIENCE); // it deregisters, however busy the machine is
    }

    LiveWatch watch() {
        return watch(new HttpSource(new HostViewer(uri(), Optional.empty(), Optional.empty())));
    }

    LiveWatch watch(LiveSource source) {
        return new LiveWatch(source, Wanted.any(), "", UnaryOperator.identity(), new Recorded(said), stop);
    }

    LiveSource overJini() {
        String status = host.orElseThrow().extensionStatus().get(0);
        LookupAddress at = LookupAddress.parse(status.substring(status.indexOf("jini://")));
        LookupPlaces places = new LookupPlaces(List.of(at), Optional.empty(), List.of());
        return new JiniSource(
                new JiniAccess(places, Transport.loopback(), AccessToken.NONE, Reduction.NONE),
                found -> {},
                data -> {});
    }

    Future<Optional<String>> watching() {
        return thread.submit(watch()::untilItDisappears);
    }

    void awaitSaid(String part) {
        await(part).atMost(PATIENCE).until(() -> said.stream().anyMatch(line -> line.contains(part)));
    }

    /** Keeps all that is shown: the block's first line, and the line. */
    record Recorded(List<String> said) implements ProgressDisplay {
        @Override
        public void update(Function<Terminal.Size, List<Line>> block, Supplier<String> line) {
            said.add(block.apply(SIZE).get(0).text() + " " + line.get());
        }

        @Override
        public void updateNow(List<Line> block, String line) {
            said.add(line);
        }

        @Override
        public void note(String line) {
            said.add(line);
        }

        @Override
        public void close() {}
    }
}
