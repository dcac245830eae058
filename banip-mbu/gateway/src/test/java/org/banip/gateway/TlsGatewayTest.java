package org.banip.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.HexFormat;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.banip.mbu.testhost.TestCertificate;
import org.banip.server.tls.TlsFiles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Both listeners over TLS. */
class TlsGatewayTest extends GatewayFixture {
    @TempDir
    private Path folder;

    @Test
    void devicesUseMqttAndHttpOverTls() throws Exception {
        TestCertificate certificate = TestCertificate.make(folder);
        SSLContext trusting = certificate.client();
        Gateway gateway = start(
                builder -> builder.tls(TlsFiles.keyStore(folder.resolve("localhost.p12"), certificate.password())));
        try (SSLSocket device = (SSLSocket) trusting.getSocketFactory().createSocket("localhost", mqttPort())) {
            device.getOutputStream().write(HexFormat.of().parseHex("100d00044d51545404020000000164"));
            assertThat(HexFormat.of().formatHex(device.getInputStream().readNBytes(4)))
                    .isEqualTo("20020000");
        }
        URI samples =
                URI.create("https://localhost:" + gateway.httpPort().orElseThrow() + "/bans/ban-17/groups/ecg/samples");
        HttpRequest request = HttpRequest.newBuilder(samples)
                .POST(BodyPublishers.ofString("1,2"))
                .build();
        assertThat(HttpClient.newBuilder()
                        .sslContext(trusting)
                        .build()
                        .send(request, BodyHandlers.ofString())
                        .statusCode())
                .isEqualTo(204);
        awaitStored(0, new short[] {1, 2});
    }
}
