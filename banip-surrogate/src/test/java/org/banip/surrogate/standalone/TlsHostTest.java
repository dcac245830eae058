package org.banip.surrogate.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Collections;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.banip.core.interconnect.Protocol;
import org.banip.server.tls.TestKeys;
import org.banip.server.tls.TlsFiles;
import org.banip.surrogate.settings.AccessSettings;
import org.banip.surrogate.store.JdbcStore;
import org.banip.surrogate.wire.RunningHost;
import org.banip.surrogate.wire.TestMbu;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A stand-alone host with a certificate of its own. */
class TlsHostTest {
    private static final String PASSWORD = TestKeys.PASSWORD;
    private static final String TOKEN = "broker-token-0123456789";

    @TempDir
    private Path directory;

    @Test
    void registrationGoesOverTls() throws Exception {
        Path keys = directory.resolve("keys.p12");
        TestKeys.make(keys, "EC", "localhost");
        AccessSettings access = new AccessSettings(Optional.of(TOKEN), Optional.empty());
        HostServerSettings settings = HostServerSettings.builder()
                .access(access)
                .tls(TlsFiles.keyStore(keys, PASSWORD))
                .build();
        try (RunningHost host =
                RunningHost.over(JdbcStore.open(directory.resolve("store.db")), builder -> {}, settings)) {
            assertThat(host.base().getScheme()).isEqualTo("https");
            URI local = URI.create("https://localhost:" + host.base().getPort() + "/interconnects");
            HttpRequest request = HttpRequest.newBuilder(local)
                    .header("Content-Type", Protocol.JSON_TYPE)
                    .header("Authorization", "Bearer " + TOKEN)
                    .header(Protocol.IDENTITY_HEADER, "anna")
                    .POST(HttpRequest.BodyPublishers.ofString(
                            new TestMbu(host.base()).registration().toJson()))
                    .build();
            HttpResponse<String> answer = HttpClient.newBuilder()
                    .sslContext(trusting(keys))
                    .build()
                    .send(request, HttpResponse.BodyHandlers.ofString());
            assertThat(answer.statusCode()).isEqualTo(201);
        }
    }

    /** The session is the first connection's, whatever its id is: RFC 8446, 4.6.1. */
    @Test
    void reconnectingClientResumesItsSession() throws Exception {
        Path keys = directory.resolve("keys.p12");
        TestKeys.make(keys, "EC", "localhost");
        HostServerSettings settings = HostServerSettings.builder()
                .tls(TlsFiles.keyStore(keys, PASSWORD))
                .build();
        try (RunningHost host =
                RunningHost.over(JdbcStore.open(directory.resolve("store.db")), builder -> {}, settings)) {
            SSLContext client = trusting(keys);
            long begun = sessionBegun(client, host.base().getPort());
            Path before = Files.move(keys, directory.resolve("before.p12"));
            TestKeys.make(keys, "EC", "renewed");
            assertThat(sessionBegun(client, host.base().getPort())).isEqualTo(begun);
            assertThat(sessionBegun(client, host.base().getPort())).isEqualTo(begun);
            // The host reads its certificate again a little later.
            assertThat(sessionBegun(trusting(before, keys), host.base().getPort()))
                    .as("a client without a session")
                    .isGreaterThan(begun);
        }
    }

    /** When the session of a connection with one request began. */
    private static long sessionBegun(SSLContext context, int port) throws Exception {
        try (Socket plain = new Socket(InetAddress.getLoopbackAddress(), port);
                SSLSocket socket =
                        (SSLSocket) context.getSocketFactory().createSocket(plain, "localhost", port, true)) {
            socket.getOutputStream()
                    .write("GET /surrogates HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
                            .getBytes(StandardCharsets.US_ASCII));
            assertThat(socket.getInputStream().readAllBytes()).startsWith('H', 'T', 'T', 'P');
            assertThat(socket.getSession().getProtocol()).isEqualTo("TLSv1.3");
            return socket.getSession().getCreationTime();
        }
    }

    private static SSLContext trusting(Path... files) throws Exception {
        KeyStore all = KeyStore.getInstance("PKCS12");
        all.load(null, null);
        for (Path file : files) {
            KeyStore keys = KeyStore.getInstance(file.toFile(), PASSWORD.toCharArray());
            for (String alias : Collections.list(keys.aliases())) {
                all.setCertificateEntry(file.getFileName() + " " + alias, keys.getCertificate(alias));
            }
        }
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(all);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return context;
    }
}
