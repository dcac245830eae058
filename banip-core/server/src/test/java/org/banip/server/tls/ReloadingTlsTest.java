package org.banip.server.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;
import org.banip.server.log.HeardLog;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real handshakes with a server whose files change. */
class ReloadingTlsTest {
    private static final String PASSWORD = TestKeys.PASSWORD;

    @TempDir
    private Path directory;

    private final AtomicLong now = new AtomicLong();

    @Test
    void newCertificateIsUsedByNewConnectionsAndOldOnesGoOn() throws Exception {
        Path store = directory.resolve("keys.p12");
        Files.copy(makeKeys("first", "EC"), store);
        try (Server server = new Server(ReloadingTls.context(TlsFiles.keyStore(store, PASSWORD), now::get))) {
            try (SSLSocket old = server.connect()) {
                assertThat(subject(old)).isEqualTo("CN=first");
                Files.copy(makeKeys("second", "RSA"), store, StandardCopyOption.REPLACE_EXISTING);
                try (SSLSocket early = server.connect()) {
                    assertThat(subject(early))
                            .as("files are looked at once a second")
                            .isEqualTo("CN=first");
                }
                pass();
                try (SSLSocket fresh = server.connect()) {
                    assertThat(subject(fresh)).isEqualTo("CN=second");
                    assertEchoes(fresh);
                }
                assertEchoes(old);
            }
        }
    }

    @Test
    void brokenFilesLeaveTheLastGoodCertificateInUse() throws Exception {
        Path store = directory.resolve("keys.p12");
        Files.copy(makeKeys("first", "EC"), store);
        try (Server server = new Server(ReloadingTls.context(TlsFiles.keyStore(store, PASSWORD), now::get))) {
            Files.writeString(store, "not a key store");
            pass();
            assertThat(subjectOfNew(server)).isEqualTo("CN=first");
            Files.delete(store);
            pass();
            assertThat(subjectOfNew(server)).isEqualTo("CN=first");
            Files.copy(makeKeys("second", "EC"), store);
            pass();
            assertThat(subjectOfNew(server)).isEqualTo("CN=second");
        }
    }

    @Test
    void pemFilesAreUsedOnlyWhenBothAreNew() throws Exception {
        Path certificate = directory.resolve("server.crt");
        Path key = directory.resolve("server.key");
        for (String algorithm : new String[] {"EC", "RSA", "Ed25519"}) {
            KeyStore first = KeyStore.getInstance(makeKeys("first", algorithm).toFile(), PASSWORD.toCharArray());
            KeyStore second = KeyStore.getInstance(makeKeys("second", algorithm).toFile(), PASSWORD.toCharArray());
            writePem(certificate, "CERTIFICATE", first.getCertificate("server").getEncoded());
            writePem(
                    key,
                    "PRIVATE KEY",
                    first.getKey("server", PASSWORD.toCharArray()).getEncoded());
            try (Server server = new Server(ReloadingTls.context(TlsFiles.pem(certificate, key), now::get))) {
                assertThat(subjectOfNew(server)).isEqualTo("CN=first");
                writePem(
                        certificate,
                        "CERTIFICATE",
                        second.getCertificate("server").getEncoded());
                pass();
                assertThat(subjectOfNew(server))
                        .as("the key is still the old one")
                        .isEqualTo("CN=first");
                writePem(
                        key,
                        "PRIVATE KEY",
                        second.getKey("server", PASSWORD.toCharArray()).getEncoded());
                pass();
                assertThat(subjectOfNew(server)).isEqualTo("CN=second");
            }
        }
    }

    @Test
    void filesThatCannotBeUsedAreRefusedAtTheStart() throws Exception {
        Path missing = directory.resolve("missing");
        assertThatThrownBy(() -> ReloadingTls.context(TlsFiles.keyStore(missing, PASSWORD)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("there is no file " + missing);
        Path store = makeKeys("first", "EC");
        assertThatThrownBy(() -> ReloadingTls.context(TlsFiles.keyStore(store, "wrong password")))
                .hasMessageContaining(store + " cannot be read: ")
                .hasMessageNotContaining("wrong password");
        Path key = Files.writeString(directory.resolve("server.key"), "-----BEGIN RSA PRIVATE KEY-----\n");
        Path certificate = directory.resolve("server.crt");
        writePem(
                certificate,
                "CERTIFICATE",
                KeyStore.getInstance(store.toFile(), PASSWORD.toCharArray())
                        .getCertificate("server")
                        .getEncoded());
        assertThatThrownBy(() -> ReloadingTls.context(TlsFiles.pem(certificate, key)))
                .hasMessageContaining("convert it with openssl pkcs8 -topk8 -nocrypt");
        assertThat(TlsFiles.keyStore(store, PASSWORD)).asString().isEqualTo(store.toString());
    }

    @Test
    void certificateThatHasExpiredOrSoonDoesIsWarnedOfWhenItIsReadAndOnceADay() throws Exception {
        Path store = directory.resolve("keys.p12");
        Files.copy(makeKeys("old", 30, 10), store);
        try (HeardLog log = new HeardLog();
                Server server = new Server(ReloadingTls.context(TlsFiles.keyStore(store, PASSWORD), now::get))) {
            assertThat(expiries(log)).hasSize(1);
            assertThat(expiries(log).get(0))
                    .startsWith("- the certificate of CN=old in " + store + " has expired at ")
                    .containsPattern("at 20\\d\\d-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ: clients refuse")
                    .contains("put a new one in its place");
            pass();
            assertThat(subjectOfNew(server)).isEqualTo("CN=old");
            assertThat(expiries(log)).hasSize(1);
            now.addAndGet(Duration.ofDays(1).toNanos());
            assertThat(subjectOfNew(server)).isEqualTo("CN=old");
            assertThat(expiries(log)).hasSize(2);
            Files.copy(makeKeys("soon", 0, 10), store, StandardCopyOption.REPLACE_EXISTING);
            pass();
            assertThat(subjectOfNew(server)).isEqualTo("CN=soon");
            assertThat(expiries(log)).hasSize(3);
            assertThat(expiries(log).get(2)).startsWith("- the certificate of CN=soon in " + store + " expires at ");
            Files.copy(makeKeys("fine", 0, 16), store, StandardCopyOption.REPLACE_EXISTING);
            now.addAndGet(Duration.ofDays(1).toNanos());
            assertThat(subjectOfNew(server)).isEqualTo("CN=fine");
            assertThat(expiries(log)).hasSize(3);
        }
    }

    private static List<String> expiries(HeardLog log) {
        return log.messages().stream()
                .filter(line -> line.startsWith("- the certificate of"))
                .toList();
    }

    private void pass() {
        now.addAndGet(Duration.ofSeconds(1).toNanos());
    }

    private static void writePem(Path file, String what, byte[] content) throws IOException {
        String text = Base64.getMimeEncoder().encodeToString(content);
        Files.writeString(file, "-----BEGIN " + what + "-----\n" + text + "\n-----END " + what + "-----\n");
    }

    private static String subjectOfNew(Server server) throws Exception {
        try (SSLSocket socket = server.connect()) {
            return subject(socket);
        }
    }

    private static String subject(SSLSocket socket) throws IOException {
        X509Certificate certificate = (X509Certificate) socket.getSession().getPeerCertificates()[0];
        return certificate.getSubjectX500Principal().getName();
    }

    private static void assertEchoes(SSLSocket socket) throws IOException {
        socket.getOutputStream().write("x".getBytes(StandardCharsets.US_ASCII));
        assertThat(socket.getInputStream().read()).isEqualTo('x');
    }

    private Path makeKeys(String name, String algorithm) throws Exception {
        return TestKeys.make(Files.createTempDirectory(directory, name).resolve("keys.p12"), algorithm, name);
    }

    private Path makeKeys(String name, int daysAgo, int days) throws Exception {
        Path file = Files.createTempDirectory(directory, name).resolve("keys.p12");
        return TestKeys.make(file, "EC", name, daysAgo, days);
    }

    /** Echoes, a thread per connection. */
    private static final class Server implements AutoCloseable {
        private final SSLServerSocket listening;

        Server(SSLContext context) throws IOException {
            listening = (SSLServerSocket)
                    context.getServerSocketFactory().createServerSocket(0, 16, InetAddress.getLoopbackAddress());
            daemon(() -> {
                while (true) {
                    SSLSocket socket = (SSLSocket) listening.accept();
                    daemon(() -> {
                        try (socket) {
                            socket.getInputStream().transferTo(socket.getOutputStream());
                        }
                    });
                }
            });
        }

        private interface Work {
            void run() throws IOException;
        }

        private static void daemon(Work work) {
            Thread thread = new Thread(() -> {
                try {
                    work.run();
                } catch (IOException e) {
                    Thread.currentThread().interrupt(); // The test closed the socket; the thread ends.
                }
            });
            thread.setDaemon(true);
            thread.start();
        }

        SSLSocket connect() throws Exception {
            SSLContext trusting = SSLContext.getInstance("TLS");
            trusting.init(null, new TrustManager[] {new TrustAll()}, null);
            SSLSocket socket = (SSLSocket)
                    trusting.getSocketFactory().createSocket(listening.getInetAddress(), listening.getLocalPort());
            socket.startHandshake();
            return socket;
        }

        @Override
        public void close() throws IOException {
            listening.close();
        }
    }

    /** The test looks at the certificate itself. */
    private static final class TrustAll implements X509TrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
