package org.banip.surrogate.download;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.banip.surrogate.wire.Patience.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.server.tls.ReloadingTls;
import org.banip.server.tls.TlsFiles;
import org.banip.surrogate.api.Surrogate;
import org.banip.surrogate.settings.JarOrigin;
import org.banip.surrogate.settings.SurrogateJarSettings;
import org.banip.surrogate.wire.Patience;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Jars are fetched from allowed origins only, within a size and a time, and nobody else waits for that. */
class SurrogateJarsTest {
    private static final Duration SHORT = Duration.ofMillis(300);

    @TempDir
    static Path directory;

    private static TestSigner signer;
    private static Path trust;
    private static byte[] good;

    private final List<AutoCloseable> open = new ArrayList<>();
    private JarServer server;

    @BeforeAll
    static void makeJar() throws Exception {
        signer = TestSigner.selfSigned(directory, "ward", "-ext", "SAN=ip:127.0.0.1");
        trust = signer.pem(directory.resolve("trust.pem"));
        good = JarSources.telling().signed(signer).bytes();
    }

    @BeforeEach
    void startServer() throws IOException {
        server = JarServer.http();
        open.add(server);
    }

    @AfterEach
    void closeAll() throws Exception {
        for (AutoCloseable one : open) {
            one.close();
        }
    }

    private static SurrogateJarSettings.Builder settings(JarServer... servers) {
        List<JarOrigin> origins = new ArrayList<>();
        for (JarServer one : servers) {
            origins.add(JarOrigin.of(one.origin()));
        }
        // A busy machine is not a slow server.
        return SurrogateJarSettings.builder(origins, trust).time(Patience.LIMIT);
    }

    private SurrogateJars jars(SurrogateJarSettings.Builder settings) {
        SurrogateJars jars = new SurrogateJars(settings.build());
        open.add(0, jars);
        return jars;
    }

    private static SurrogateJar get(CompletableFuture<SurrogateJar> fetch) throws Exception {
        return fetch.get(Patience.LIMIT.toMillis(), TimeUnit.MILLISECONDS);
    }

    private static void refused(ErrorCode code, SurrogateJars jars, String url, String message) {
        assertThatThrownBy(() -> get(jars.fetch(url)))
                .isInstanceOf(ExecutionException.class)
                .cause()
                .isInstanceOfSatisfying(
                        BanipException.class,
                        e -> assertThat(e.code()).as(e.getMessage()).isEqualTo(code))
                .hasMessageStartingWith("surrogate jar '" + url + "' ")
                .hasMessageContaining(message);
    }

    @Test
    void jarIsFetchedAndVerified() throws Exception {
        SurrogateJars jars = jars(settings(server.gives("/ward.jar", good)));
        assertThat(get(jars.fetch(server.url("/ward.jar"))).surrogateClass()).isEqualTo(JarSources.TELLING);
        assertThat(get(jars.fetch(server.url("/ward.jar?version=2"))).signer()).isEqualTo("'CN=ward'");
    }

    @Test
    void jarWithoutAValidSignatureIsRefused() throws Exception {
        SurrogateJars jars =
                jars(settings(server.gives("/ward.jar", JarSources.telling().bytes())));
        refused(ErrorCode.UNKNOWN_SURROGATE_TYPE, jars, server.url("/ward.jar"), "is not signed");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://127.0.0.1:%d/ward.jar",
                "http://localhost:%d/ward.jar",
                "http://127.0.0.1:1%d/ward.jar",
                "http://127.0.0.1/ward.jar",
                "http://127.0.0.1.example:%d/ward.jar",
                "http://user@127.0.0.1:%d/ward.jar",
                "http://127.0.0.1:%d@example/ward.jar",
                "http://127.0.0.1:%d/ward.jar#part",
                "http:/ward.jar",
                "http://127.0.0.1:%d/a b",
                "http://[::1/",
            })
    void otherOriginsAreRefusedWithoutARequest(String url) {
        SurrogateJars jars = jars(settings(server.gives("/ward.jar", good)));
        String text = String.format(url, server.origin().getPort() % 10_000);
        assertThatThrownBy(() -> jars.fetch(text))
                .isInstanceOfSatisfying(
                        BanipException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNKNOWN_SURROGATE_TYPE))
                .hasMessageStartingWith("surrogate jar '" + text + "' ");
        assertThat(server.requests("/ward.jar")).isZero();
    }

    @Test
    void refusalOfAnOriginListsTheAllowedOnes() {
        SurrogateJars jars = jars(settings(server));
        assertThatThrownBy(() -> jars.provider("https://elsewhere.example/ward.jar"))
                .hasMessage("surrogate jar 'https://elsewhere.example/ward.jar' is from 'https://elsewhere.example',"
                        + " allowed are jars from [" + server.origin() + "]");
        assertThat(jars.provider(server.url("/anything")).name()).matches("jar-http-127-0-0-1-[0-9]+");
    }

    @Test
    void redirectWithinTheOriginIsFollowed() throws Exception {
        server.gives("/c.jar", good).redirects("/b", server.url("/c.jar")).redirects("/a", "b");
        assertThat(get(jars(settings(server)).fetch(server.url("/a"))).entries())
                .isEqualTo(4);
    }

    @Test
    void redirectsWithoutEndAreRefused() {
        server.redirects("/a", "/a");
        refused(
                ErrorCode.UNKNOWN_SURROGATE_TYPE,
                jars(settings(server)),
                server.url("/a"),
                "is redirected more than 3 times");
        assertThat(server.requests("/a")).isEqualTo(4);
    }

    @Test
    void redirectToAnotherOriginIsRefused() throws IOException {
        JarServer other = JarServer.http();
        open.add(other);
        other.gives("/ward.jar", good);
        server.redirects("/a", other.url("/ward.jar"))
                .redirects("/b", "https://127.0.0.1:" + server.origin().getPort() + "/b")
                .redirects("/c", "file:///etc/passwd")
                .redirects("/d", "http://[");
        // An origin that is allowed itself is another one nevertheless.
        SurrogateJars jars = jars(settings(server, other));
        for (String path : List.of("/a", "/b", "/c", "/d")) {
            refused(ErrorCode.UNKNOWN_SURROGATE_TYPE, jars, server.url(path), "is redirected to ");
        }
        refused(
                ErrorCode.UNKNOWN_SURROGATE_TYPE,
                jars,
                server.url("/a"),
                "is redirected to '" + other.url("/ward.jar") + "', allowed is a redirect within " + server.origin());
        assertThat(other.requests("/ward.jar")).isZero();
    }

    @Test
    void jarBeyondTheLimitIsRefused() throws Exception {
        int limit = good.length - 1;
        server.gives("/announced.jar", good).handles("/chunked.jar", exchange -> {
            exchange.sendResponseHeaders(200, 0);
            exchange.getResponseBody().write(good);
        });
        SurrogateJars jars = jars(settings(server).bytes(limit));
        String allows = "is longer than the " + limit + " bytes that this host allows";
        refused(
                ErrorCode.UNKNOWN_SURROGATE_TYPE,
                jars,
                server.url("/announced.jar"),
                "of " + good.length + " bytes " + allows);
        refused(ErrorCode.UNKNOWN_SURROGATE_TYPE, jars, server.url("/chunked.jar"), allows);
        SurrogateJars enough = jars(settings(server).bytes(good.length));
        assertThat(get(enough.fetch(server.url("/chunked.jar"))).entries()).isEqualTo(4);
    }

    @Test
    void bodyWithoutEndIsNotReadToItsEnd() throws Exception {
        CompletableFuture<String> broke = new CompletableFuture<>();
        server.handles("/endless.jar", exchange -> {
            exchange.sendResponseHeaders(200, 0);
            try {
                for (byte[] piece = new byte[8192]; ; ) {
                    exchange.getResponseBody().write(piece);
                }
            } catch (IOException e) {
                broke.complete("broken");
            }
        });
        refused(
                ErrorCode.UNKNOWN_SURROGATE_TYPE,
                jars(settings(server).bytes(1 << 20)),
                server.url("/endless.jar"),
                "is longer than the 1048576 bytes that this host allows");
        assertThat(broke.get(Patience.LIMIT.toMillis(), TimeUnit.MILLISECONDS)).isEqualTo("broken");
    }

    @ParameterizedTest
    @CsvSource({
        "404, UNKNOWN_SURROGATE_TYPE",
        "403, UNKNOWN_SURROGATE_TYPE",
        "204, UNKNOWN_SURROGATE_TYPE",
        "429, HOST_UNAVAILABLE",
        "500, HOST_UNAVAILABLE",
        "503, HOST_UNAVAILABLE"
    })
    void otherAnswersAreRefused(int status, ErrorCode code) {
        server.refuses("/ward.jar", status);
        refused(
                code,
                jars(settings(server)),
                server.url("/ward.jar"),
                "cannot be fetched: its server answers " + status);
    }

    @Test
    void serverThatDoesNotAnswerIsNotWaitedForForEver() {
        CountDownLatch never = new CountDownLatch(1);
        server.givesLater("/silent.jar", good, never).handles("/half.jar", exchange -> {
            exchange.sendResponseHeaders(200, good.length);
            exchange.getResponseBody().write(good, 0, 100);
            exchange.getResponseBody().flush();
            try {
                never.await();
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
        });
        SurrogateJars jars = jars(settings(server).time(SHORT));
        refused(ErrorCode.HOST_UNAVAILABLE, jars, server.url("/silent.jar"), "was not fetched within 0.3 s");
        refused(ErrorCode.HOST_UNAVAILABLE, jars, server.url("/half.jar"), "was not fetched within 0.3 s");
        never.countDown();
    }

    @Test
    void serverThatIsAwayIsTriedAgainLater() throws Exception {
        Socket bound = new Socket(); // has a port, but does not listen: a connection is refused
        open.add(bound);
        bound.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        JarOrigin away = JarOrigin.parse("http://127.0.0.1:" + bound.getLocalPort());
        SurrogateJars jars =
                jars(SurrogateJarSettings.builder(List.of(away), trust).time(Patience.LIMIT));
        refused(ErrorCode.HOST_UNAVAILABLE, jars, away + "/ward.jar", "cannot be fetched: no connection to its server");
    }

    @Test
    void oneFetchServesAllWhoNameTheUrlMeanwhileAndLaterOnesFetchAgain() throws Exception {
        CountDownLatch latch = new CountDownLatch(1);
        server.givesLater("/ward.jar", good, latch);
        SurrogateJars jars = jars(settings(server));
        List<CompletableFuture<SurrogateJar>> fetches = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            fetches.add(jars.fetch(server.url("/ward.jar")));
        }
        // One who gives up takes nothing from the others.
        fetches.get(0).cancel(true);
        latch.countDown();
        SurrogateJar first = get(fetches.get(1));
        for (CompletableFuture<SurrogateJar> fetch : fetches.subList(1, 100)) {
            assertThat(get(fetch)).isSameAs(first);
        }
        assertThat(server.requests("/ward.jar")).isEqualTo(1);
        SurrogateJar again = get(jars.fetch(server.url("/ward.jar")));
        assertThat(server.requests("/ward.jar")).isEqualTo(2);
        assertThat(again.contents()).as("one copy of equal jars").isSameAs(first.contents());
    }

    @Test
    void fetchForWhichNobodyWaitsIsCancelled() throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        server.givesLater("/slow.jar", good, never)
                .givesLater("/queued.jar", good, never)
                .gives("/ward.jar", good);
        SurrogateJars jars = jars(settings(server).fetches(1));
        CompletableFuture<Surrogate> first =
                jars.provider(server.url("/slow.jar")).create();
        CompletableFuture<SurrogateJar> second = jars.fetch(server.url("/slow.jar"));
        CompletableFuture<SurrogateJar> queued = jars.fetch(server.url("/queued.jar"));
        await().until(() -> server.requests("/slow.jar") == 1);
        queued.cancel(true);
        first.cancel(true);
        CompletableFuture<SurrogateJar> other = jars.fetch(server.url("/ward.jar"));
        assertThat(second).isNotDone();
        second.cancel(true);
        assertThat(get(other).entries()).isEqualTo(4);
        assertThat(server.requests("/queued.jar")).isZero();
        never.countDown();
        assertThat(get(jars.fetch(server.url("/slow.jar"))).entries()).isEqualTo(4);
    }

    @Test
    void slowOriginDelaysNoOther() throws Exception {
        JarServer quick = JarServer.http();
        open.add(quick);
        quick.gives("/ward.jar", good);
        CountDownLatch latch = new CountDownLatch(1);
        SurrogateJars jars = jars(settings(server, quick).fetches(2));
        List<CompletableFuture<SurrogateJar>> waiting = new ArrayList<>();
        for (int i = 0; i < 66; i++) {
            server.givesLater("/" + i, good, latch);
            waiting.add(jars.fetch(server.url("/" + i)));
        }
        refused(ErrorCode.LIMIT_REACHED, jars, server.url("/66"), "is not fetched now: 64 others of its origin wait");
        assertThat(get(jars.fetch(quick.url("/ward.jar"))).entries()).isEqualTo(4);
        assertThat(waiting).noneMatch(CompletableFuture::isDone);
        latch.countDown();
        for (CompletableFuture<SurrogateJar> fetch : waiting) {
            assertThat(get(fetch).entries()).isEqualTo(4);
        }
    }

    @Test
    void fetchesEndWithTheHost() throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        server.givesLater("/a", good, never).givesLater("/b", good, never);
        SurrogateJars jars = new SurrogateJars(settings(server).fetches(1).build());
        CompletableFuture<SurrogateJar> running = jars.fetch(server.url("/a"));
        CompletableFuture<SurrogateJar> waiting = jars.fetch(server.url("/b"));
        await().until(() -> server.requests("/a") == 1);
        jars.close();
        for (CompletableFuture<SurrogateJar> one : List.of(running, waiting)) {
            assertThatThrownBy(() -> get(one))
                    .cause()
                    .isInstanceOfSatisfying(
                            BanipException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.HOST_UNAVAILABLE))
                    .hasMessageContaining("the host stops");
        }
        refused(ErrorCode.HOST_UNAVAILABLE, jars, server.url("/c"), "the host stops");
        await().until(() -> Thread.getAllStackTraces().keySet().stream()
                .noneMatch(thread -> thread.getName().startsWith("banip-jar-")));
        never.countDown();
    }

    @Test
    void httpsOriginIsVerified() throws Exception {
        JarServer secure =
                JarServer.https(ReloadingTls.context(TlsFiles.keyStore(signer.keyStore(), TestSigner.PASSWORD)));
        open.add(secure);
        secure.gives("/ward.jar", good);
        refused(ErrorCode.HOST_UNAVAILABLE, jars(settings(secure)), secure.url("/ward.jar"), "cannot be fetched: ");
        assertThat(secure.requests("/ward.jar")).isZero();
        SurrogateJars trusting = jars(settings(secure).authorities(trust));
        assertThat(get(trusting.fetch(secure.url("/ward.jar"))).entries()).isEqualTo(4);
    }

    @Test
    void signerIsTrustedNoMoreWhenItsCertificateIsTakenOut(@TempDir Path own) throws Exception {
        TestSigner next = TestSigner.selfSigned(own, "successor");
        Path changing = Files.copy(trust, own.resolve("changing.pem"));
        server.gives("/ward.jar", good);
        SurrogateJars jars = jars(SurrogateJarSettings.builder(List.of(JarOrigin.of(server.origin())), changing)
                .time(Patience.LIMIT));
        assertThat(get(jars.fetch(server.url("/ward.jar"))).entries()).isEqualTo(4);
        Files.move(next.pem(own.resolve("new.pem")), changing, StandardCopyOption.REPLACE_EXISTING);
        await().untilAsserted(() -> refused(
                ErrorCode.UNKNOWN_SURROGATE_TYPE, jars, server.url("/ward.jar"), "is signed by 'CN=ward', issued by"));
    }
}
