package org.banip.surrogate.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Optional;
import javax.net.ssl.SSLContext;
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

    private static SSLContext trusting(Path keys) throws Exception {
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(keys)) {
            store.load(in, PASSWORD.toCharArray());
        }
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(store);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return context;
    }
}
