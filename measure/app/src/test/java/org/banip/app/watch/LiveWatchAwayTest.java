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
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.surrogate.api.reduction.Reduction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A viewer of what is no host, of one that refuses, and of one that falls silent. */
@Timeout(150)
class LiveWatchAwayTest extends WatchedHost {
    /** A busy machine, too, answers within this time. */
    private static final Duration LONG_ENOUGH_FOR_AN_ANSWER = Duration.ofSeconds(3);

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
            write(
                    exchange,
                    "event: gap\nid: 512,8\ndata: {\"group\":0,\"originNanos\":0,\"firstUnit\":0,\"units\":3}\n\nevent: gap\nid: 513,8\n");
        });
        silent.start();
        try {
            HostViewer viewer = new HostViewer(uri(), Optional.empty(), LONG_ENOUGH_FOR_AN_ANSWER);
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
}
