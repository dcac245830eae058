package org.banip.mbu.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.Base64;
import org.banip.mbu.testhost.TestCertificate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PemTrustTest {
    @TempDir
    private Path directory;

    @Test
    void certificatesOfTheFileAreTrustedAndNoOthers() throws Exception {
        X509Certificate certificate = certificate();
        Path file = directory.resolve("ca.pem");
        Files.writeString(
                file,
                "-----BEGIN CERTIFICATE-----\n"
                        + Base64.getMimeEncoder().encodeToString(certificate.getEncoded())
                        + "\n-----END CERTIFICATE-----\n");
        HttpSettings settings = HttpSettings.builder().trust(file).build();
        assertThat(settings.trustManager().orElseThrow().getAcceptedIssuers()).containsExactly(certificate);
        assertThat(settings.sslContext()).isPresent();
    }

    @Test
    void aFileThatHasNoneIsRefused() throws Exception {
        Path missing = directory.resolve("missing.pem");
        assertThatThrownBy(() -> HttpSettings.builder().trust(missing)).hasMessage(missing + " does not exist");
        Path empty = Files.createFile(directory.resolve("empty.pem"));
        assertThatThrownBy(() -> HttpSettings.builder().trust(empty))
                .hasMessage(empty + " has no certificate in PEM form");
        Path text = Files.writeString(directory.resolve("text.pem"), "no certificate\n");
        assertThatThrownBy(() -> HttpSettings.builder().trust(text))
                .hasMessageStartingWith(text + " has no certificate");
    }

    private X509Certificate certificate() throws Exception {
        TestCertificate unused = TestCertificate.make(directory);
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(directory.resolve("localhost.p12"))) {
            store.load(in, "changeit".toCharArray());
        }
        return (X509Certificate) store.getCertificate("localhost");
    }
}
