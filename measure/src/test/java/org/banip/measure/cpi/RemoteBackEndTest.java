package org.banip.measure.cpi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.banip.app.certificate.DevelopmentAuthority;
import org.banip.core.json.JsonObject;
import org.banip.measure.cpi.process.BackEndServer;
import org.banip.server.tls.TlsFiles;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A back-end for another machine, and its client. */
@Timeout(300)
class RemoteBackEndTest {
    private static final String TOKEN = "0123456789abcdef0123456789abcdef";
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final long AHEAD_NANOS = Duration.ofSeconds(37).toNanos();

    @TempDir
    static Path directory;

    private static DevelopmentAuthority authority;

    private final List<String> told = new CopyOnWriteArrayList<>();
    private BackEndServer server;

    @BeforeAll
    static void makeCertificate() throws Exception {
        authority = DevelopmentAuthority.in(directory);
        authority.issueServer(List.of("127.0.0.1"), 2, false);
    }

    @AfterEach
    void close() {
        server.close();
    }

    private void start(Optional<TlsFiles> tls) {
        server = new BackEndServer(
                new BackEndServer.Settings("127.0.0.1", 0, 0, tls, TOKEN),
                () -> System.currentTimeMillis() * 1_000_000 + AHEAD_NANOS,
                told::add);
    }

    private BackEndAccess access(String scheme, String token) {
        return new BackEndAccess(
                URI.create(scheme + "://127.0.0.1:" + server.url().getPort()),
                token,
                Optional.of(authority.certificate()));
    }

    private static URI begin(RemoteBackEnd backEnd) throws Exception {
        backEnd.say("{\"identity\":\"cpi\",\"password\":\"0123456789abcdef\"}");
        return URI.create(backEnd.await("ready", PATIENCE).string("uri"));
    }

    @Test
    void runOverTlsHasABrokerOfItsOwnAndTellsTheClock() throws Exception {
        start(Optional.of(authority.server()));
        try (RemoteBackEnd backEnd = RemoteBackEnd.connect(access("tls", TOKEN))) {
            assertThat(begin(backEnd)).hasScheme("https");
            ProcessClockOffset offset = ProcessClockOffset.of(backEnd);
            assertThat(Math.abs(offset.nanos() - AHEAD_NANOS)).isLessThanOrEqualTo(offset.boundNanos() + 2_000_000);
            backEnd.say("settle 0");
            JsonObject settled = backEnd.await("settled", PATIENCE);
            Path csv = directory.resolve("deliveries.csv");
            new RemoteRunLink(access("tls", TOKEN)).fetch(backEnd, settled, offset, csv);
            assertThat(csv).hasContent("group,unit,bytes,scheduledNanos,deliveredNanos");
            backEnd.say("end");
            assertThat(backEnd.await("stored", PATIENCE).string("digest")).isEmpty();
        }
    }

    @Test
    void onlyOneRunAtATimeAndTheNextWhenItsClientIsGone() throws Exception {
        start(Optional.empty());
        URI broker;
        try (RemoteBackEnd first = RemoteBackEnd.connect(access("tcp", TOKEN))) {
            broker = begin(first);
            assertThat(server.quiet()).isZero();
            assertThatThrownBy(() -> RemoteBackEnd.connect(access("tcp", TOKEN)))
                    .isInstanceOf(IOException.class)
                    .hasMessageEndingWith("another run goes on there");
        }
        await().atMost(PATIENCE).until(() -> !server.quiet().isZero());
        assertThatThrownBy(() -> new Socket(InetAddress.getLoopbackAddress(), broker.getPort()).close())
                .as("its broker is gone, too")
                .isInstanceOf(IOException.class);
        try (RemoteBackEnd second = RemoteBackEnd.connect(access("tcp", TOKEN))) {
            assertThat(begin(second)).hasScheme("http");
        }
    }

    @Test
    void wrongTokenIsRefused() {
        start(Optional.empty());
        assertThatThrownBy(() -> RemoteBackEnd.connect(access("tcp", TOKEN.replace('0', '1'))))
                .isInstanceOf(IOException.class)
                .hasMessageEndingWith("the token is wrong");
        await().atMost(PATIENCE)
                .until(() -> told.stream().anyMatch(line -> line.matches("refused /127.0.0.1:\\d+: wrong token")));
        assertThat(String.join("", told)).doesNotContain("1123456789");
    }

    @Test
    void whatIsNoClientIsSentAwayAndKeepsNobodyOut() throws Exception {
        start(Optional.empty());
        for (int i = 0; i < 20; i++) {
            try (Socket other =
                    new Socket(InetAddress.getLoopbackAddress(), server.url().getPort())) {
                other.getOutputStream().write("GET / HTTP/1.1\n".getBytes(StandardCharsets.US_ASCII));
                assertThat(other.getInputStream().read()).isEqualTo(-1);
            }
        }
        RemoteBackEnd.connect(access("tcp", TOKEN)).close();
    }

    @Test
    void unknownAuthorityAndTheWrongSchemeAreNamed() {
        start(Optional.of(authority.server()));
        BackEndAccess untrusting = new BackEndAccess(access("tls", TOKEN).url(), TOKEN, Optional.empty());
        assertThatThrownBy(() -> RemoteBackEnd.connect(untrusting))
                .hasMessageContaining("no authority that is trusted here has signed its certificate");
        assertThatThrownBy(() -> RemoteBackEnd.connect(access("tcp", TOKEN)))
                .hasMessageEndingWith("; if it speaks TLS, its URL is tls://");
        server.close();
        start(Optional.empty());
        assertThatThrownBy(() -> RemoteBackEnd.connect(access("tls", TOKEN))).hasMessageContaining("tcp://");
    }

    @Test
    void tokenDoesNotGoToAnotherMachineInPlainText() {
        start(Optional.empty());
        BackEndAccess beyond = new BackEndAccess(URI.create("tcp://192.0.2.7:8090"), TOKEN, Optional.empty());
        assertThatThrownBy(() -> beyond.checkSafe(false))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("needs TLS (tls://)");
        beyond.checkSafe(true);
        assertThat(beyond).asString().doesNotContain(TOKEN);
        assertThatThrownBy(() -> new BackEndAccess(URI.create("https://192.0.2.7/"), TOKEN, Optional.empty()))
                .hasMessageContaining("for example tls://192.0.2.7:8090");
    }
}
