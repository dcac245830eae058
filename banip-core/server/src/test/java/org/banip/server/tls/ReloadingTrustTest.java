package org.banip.server.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.KeyStore;
import java.time.Duration;
import java.util.Base64;
import java.util.concurrent.CompletableFuture;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReloadingTrustTest {
    @TempDir
    private Path directory;

    @Test
    void aNewAuthorityIsTrustedFromTheNextHandshakeOn() throws Exception {
        Path store = TestKeys.make(directory.resolve("server.p12"), "EC", "localhost");
        Path other = TestKeys.make(directory.resolve("other.p12"), "EC", "localhost");
        Path trusted = certificate(other, directory.resolve("trusted.pem"));
        SSLContext client = ReloadingTrust.client(trusted);
        SSLContext server = ReloadingTls.context(TlsFiles.keyStore(store, TestKeys.PASSWORD));
        assertThatThrownBy(() -> connect(server, client)).isInstanceOf(SSLException.class);
        Path fresh = certificate(store, directory.resolve("fresh.pem"));
        Files.move(fresh, trusted, StandardCopyOption.REPLACE_EXISTING);
        await().atMost(Duration.ofMinutes(1))
                .ignoreExceptionsInstanceOf(SSLException.class)
                .untilAsserted(() -> assertThat(connect(server, client)).isEqualTo('x'));
    }

    private static int connect(SSLContext server, SSLContext client) throws IOException {
        try (SSLServerSocket listening = (SSLServerSocket)
                server.getServerSocketFactory().createServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            CompletableFuture<Void> served = CompletableFuture.runAsync(() -> serve(listening));
            try (SSLSocket socket =
                    (SSLSocket) client.getSocketFactory().createSocket("localhost", listening.getLocalPort())) {
                SSLParameters parameters = socket.getSSLParameters();
                parameters.setEndpointIdentificationAlgorithm("HTTPS");
                socket.setSSLParameters(parameters);
                return socket.getInputStream().read();
            } finally {
                served.join();
            }
        }
    }

    private static void serve(SSLServerSocket listening) {
        try (SSLSocket socket = (SSLSocket) listening.accept()) {
            socket.getOutputStream().write('x');
        } catch (IOException e) {
            // The client does not trust this server.
        }
    }

    private static Path certificate(Path store, Path file) throws Exception {
        KeyStore keys = KeyStore.getInstance(store.toFile(), TestKeys.PASSWORD.toCharArray());
        byte[] encoded = keys.getCertificate(keys.aliases().nextElement()).getEncoded();
        return Files.writeString(
                file,
                "-----BEGIN CERTIFICATE-----\n" + Base64.getMimeEncoder().encodeToString(encoded)
                        + "\n-----END CERTIFICATE-----\n");
    }
}
