package org.banip.app.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
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
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.mbu.MobileBaseUnit;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A viewer beside a real host that comes and goes. */
@Timeout(150)
class LiveWatchTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration IMPATIENCE = Duration.ofMillis(300);
    private static final ReconnectSettings HURRY = new ReconnectSettings(Duration.ofMillis(2), Duration.ofMillis(50));
    private static final Terminal.Size SIZE = new Terminal.Size(80, 24);

    @TempDir
    Path directory;

    /** Bound but never listening: nobody else gets the port while the host is away. */
    private final Socket reservation = new Socket();

    private final List<String> said = new CopyOnWriteArrayList<>();
    private final Stop stop = new Stop();
    private final ExecutorService thread = Executors.newSingleThreadExecutor();
    private Optional<SurrogateHost> host = Optional.empty();
    private Optional<HostServer> server = Optional.empty();

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

    private URI uri() {
        return URI.create("http://127.0.0.1:" + reservation.getLocalPort() + "/");
    }

    private void startHost() {
        startHost(Map.of());
    }

    private void startHost(Map<String, String> options) {
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

    private void stopHost() {
        server.ifPresent(HostServer::close);
        host.ifPresent(SurrogateHost::close);
        server = Optional.empty();
        host = Optional.empty();
    }

    /** Says a line for every packet. */
    private static final class Talking implements SurrogateProvider {
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

    private MobileBaseUnit mbu(String ban) {
        return mbu(ban, "standard");
    }

    private MobileBaseUnit mbu(String ban, String surrogateType) {
        return MobileBaseUnit.builder()
                .broker(uri())
                .ban(ban)
                .surrogateType(surrogateType)
                .sensor(new GeneratedEcg(EcgSettings.builder().build()))
                .reconnect(HURRY)
                .startTimeout(Duration.ZERO)
                .closeTimeout(Duration.ofMillis(500))
                .start();
    }

    private LiveWatch watch() {
        return watch(new HttpSource(new HostViewer(uri(), Optional.empty(), Optional.empty())));
    }

    private LiveWatch watch(LiveSource source) {
        return new LiveWatch(source, Wanted.any(), "", UnaryOperator.identity(), new Recorded(said), stop);
    }

    private LiveSource overJini() {
        String status = host.orElseThrow().extensionStatus().get(0);
        LookupAddress at = LookupAddress.parse(status.substring(status.indexOf("jini://")));
        LookupPlaces places = new LookupPlaces(List.of(at), Optional.empty(), List.of());
        return new JiniSource(
                new JiniAccess(places, Transport.loopback(), AccessToken.NONE, Reduction.NONE),
                found -> {},
                data -> {});
    }

    private Future<Optional<String>> watching() {
        return thread.submit(watch()::untilItDisappears);
    }

    private void awaitSaid(String part) {
        await(part).atMost(PATIENCE).until(() -> said.stream().anyMatch(line -> line.contains(part)));
    }

    @Test
    void waitsForItsHostAndComesBackAfterItStartedAgain() throws Exception {
        Future<Optional<String>> end = watching();
        awaitSaid("cannot reach the surrogate host at " + uri() + ": nothing accepts connections there; tries again");
        startHost();
        awaitSaid("waiting for a BAN at " + uri());
        try (MobileBaseUnit mbu = mbu("ban-1")) {
            awaitSaid("BAN ban-1, session " + mbu.status().session() + " live  ");
            said.clear();
            stopHost();
            awaitSaid("; tries again every second");
            said.clear();
            startHost();
            awaitSaid("BAN ban-1, session " + mbu.status().session() + " live  ");
        }
        assertThat(end.get(PATIENCE.toSeconds(), TimeUnit.SECONDS)).contains("deregistered");
        assertThat(said).noneMatch(line -> line.contains("Exception") || line.contains("java."));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void showsWhatTheSurrogateSays(boolean jini) throws Exception {
        startHost(Map.of("jini", Boolean.toString(jini)));
        Future<Optional<String>> end = jini ? thread.submit(watch(overJini())::untilItDisappears) : watching();
        try (MobileBaseUnit mbu = mbu("ban-1", "talking")) {
            awaitSaid("BAN ban-1, session " + mbu.status().session());
            awaitSaid("the surrogate says: data?[31m came");
        }
        assertThat(end.get(PATIENCE.toSeconds(), TimeUnit.SECONDS)).contains("deregistered");
    }

    @Test
    void goesOnWithTheBanItWatched() throws Exception {
        startHost();
        Future<Optional<String>> end = watching();
        try (MobileBaseUnit first = mbu("ban-1")) {
            awaitSaid("BAN ban-1, session " + first.status().session() + " live  ");
            stopHost();
        }
        try (MobileBaseUnit other = mbu("ban-2")) {
            startHost();
            assertThat(other.awaitRegistered(PATIENCE)).isTrue();
            said.clear();
            awaitSaid("waiting for BAN ban-1 at ");
        }
        try (MobileBaseUnit again = mbu("ban-1")) {
            awaitSaid("BAN ban-1, session " + again.status().session() + " live  ");
        }
        assertThat(end.get(PATIENCE.toSeconds(), TimeUnit.SECONDS)).contains("deregistered");
        assertThat(said).noneMatch(line -> line.contains("ban-2"));
    }

    @Test
    void namesTheBanThatItWaitsFor() throws Exception {
        startHost();
        HostViewer viewer = new HostViewer(uri(), Optional.empty(), Optional.empty());
        Wanted nobody = new Wanted(Optional.of("nobody"), Optional.empty());
        LiveWatch watch =
                new LiveWatch(new HttpSource(viewer), nobody, "", UnaryOperator.identity(), new Recorded(said), stop);
        Future<Optional<String>> end = thread.submit(watch::untilItDisappears);
        awaitSaid("waiting for BAN nobody at " + uri());
        stop.request();
        assertThat(end.get(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isEmpty();
    }

    /** A broker asks for a user and a password; a host asks for a token. */
    @Test
    void saysThatABrokerIsNoSurrogateHost() throws Exception {
        HttpServer broker =
                answering(401, "Basic realm=\"BANip\"", "{\"error\":\"unauthenticated\",\"message\":\"who?\"}");
        try {
            assertThatThrownBy(() -> watch().untilItDisappears())
                    .isInstanceOf(BanipException.class)
                    .hasMessage(uri() + " asks for a user and a password: it is a broker. A viewer needs the surrogate"
                            + " host; give its URL with --host-url");
        } finally {
            broker.stop(0);
        }
    }

    @Test
    void endsAtOnceWhereItIsRefused() throws Exception {
        HttpServer refusing = answering(401, "{\"error\":\"unauthenticated\",\"message\":\"who are you?\"}");
        try {
            assertThatThrownBy(() -> watch().untilItDisappears())
                    .isInstanceOfSatisfying(
                            BanipException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNAUTHENTICATED))
                    .hasMessage("who are you?");
        } finally {
            refusing.stop(0);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "404, nobody here, answered 404; is it a surrogate host?",
        "200, hello, answered with something else than a list of surrogates; is it a surrogate host?"
    })
    void endsAtOnceWhereThereIsNoSurrogateHost(int status, String body, String said) throws Exception {
        HttpServer other = answering(status, body);
        try {
            assertThatThrownBy(() -> watch().untilItDisappears())
                    .isInstanceOf(BanipException.class)
                    .hasMessage(uri() + " " + said);
        } finally {
            other.stop(0);
        }
    }

    @Test
    void goesOnAfterTheLastEventWhenAHostHasFallenSilent() throws Exception {
        UUID session = new UUID(1, 2);
        List<String> lastIds = new CopyOnWriteArrayList<>();
        HttpServer silent = HttpServer.create(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), reservation.getLocalPort()), 0);
        silent.createContext("/surrogates", exchange -> {
            write(
                    exchange,
                    "{\"surrogates\":[{\"session\":\"" + session
                            + "\",\"ban\":\"ban-1\",\"state\":\"active\",\"activatedNanos\":1,\"groups\":[]}]}");
            exchange.close();
        });
        silent.createContext("/surrogates/" + session + "/live", exchange -> {
            lastIds.add(Optional.ofNullable(exchange.getRequestHeaders().getFirst("Last-Event-ID"))
                    .orElse("none"));
            write(exchange, "event: gap\nid: 512,8\ndata: {\"units\":3}\n\nevent: gap\nid: 513,8\n");
        });
        silent.start();
        try {
            HostViewer viewer = new HostViewer(uri(), Optional.empty(), IMPATIENCE);
            LiveWatch watch = new LiveWatch(
                    new HttpSource(viewer), Wanted.any(), "", UnaryOperator.identity(), new Recorded(said), stop);
            Future<Optional<String>> end = thread.submit(watch::untilItDisappears);
            awaitSaid("nothing comes from the surrogate host; tries again every second");
            await().atMost(PATIENCE).until(() -> lastIds.contains("512,8"));
            stop.request();
            assertThat(end.get(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isEmpty();
        } finally {
            silent.stop(0);
        }
        assertThat(lastIds).startsWith("none").doesNotContain("513,8");
    }

    /** And does not end. */
    private static void write(HttpExchange exchange, String text) throws IOException {
        exchange.sendResponseHeaders(200, 0);
        exchange.getResponseBody().write(text.getBytes(StandardCharsets.UTF_8));
        exchange.getResponseBody().flush();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"})
    void aHostThatDoesNotAnswerInFullIsAway(String beginning) throws Exception {
        List<Socket> accepted = new CopyOnWriteArrayList<>();
        try (ServerSocket silent = new ServerSocket(reservation.getLocalPort(), 50, InetAddress.getLoopbackAddress())) {
            Future<?> accepting = thread.submit(() -> {
                Socket connection = silent.accept();
                accepted.add(connection);
                connection.getOutputStream().write(beginning.getBytes(StandardCharsets.US_ASCII));
                return connection;
            });
            HostViewer viewer = new HostViewer(uri(), Optional.empty(), IMPATIENCE);
            assertThatThrownBy(viewer::surrogates)
                    .isInstanceOf(HostAwayException.class)
                    .hasMessageStartingWith("cannot reach the surrogate host at " + uri());
            accepting.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        } finally {
            for (Socket connection : accepted) {
                connection.close();
            }
        }
    }

    @Test
    void aStreamThatDoesNotBeginIsAway() throws Exception {
        try (ServerSocket silent = new ServerSocket(reservation.getLocalPort(), 50, InetAddress.getLoopbackAddress())) {
            HostViewer viewer = new HostViewer(
                    URI.create("http://127.0.0.1:" + silent.getLocalPort()), Optional.empty(), IMPATIENCE);
            assertThatThrownBy(() -> viewer.live(new UUID(1, 2), "", Reduction.NONE))
                    .isInstanceOf(HostAwayException.class)
                    .hasMessageEndingWith("it does not answer");
        }
    }

    private HttpServer answering(int status, String body) throws IOException {
        return answering(status, "Bearer", body);
    }

    private HttpServer answering(int status, String challenge, String body) throws IOException {
        HttpServer answering = HttpServer.create(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), reservation.getLocalPort()), 0);
        answering.createContext("/", exchange -> {
            exchange.getResponseHeaders().set("WWW-Authenticate", challenge);
            exchange.sendResponseHeaders(status, body.length());
            exchange.getResponseBody().write(body.getBytes(StandardCharsets.US_ASCII));
            exchange.close();
        });
        answering.start();
        return answering;
    }

    /** Keeps all that is shown: the block's first line, and the line. */
    private record Recorded(List<String> said) implements ProgressDisplay {
        @Override
        public void update(Function<Terminal.Size, List<Line>> block, Supplier<String> line) {
            said.add(block.apply(SIZE).get(0).text() + " " + line.get());
        }

        @Override
        public void updateNow(List<Line> block, String line) {
            said.add(line);
        }

        @Override
        public void close() {}
    }
}
