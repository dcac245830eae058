package org.banip.wsb.authentication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.MessageDigest;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Base64;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ssl.X509ExtendedTrustManager;
import org.banip.server.tls.RevokedCertificates;
import org.banip.server.tls.TestKeys;
import org.banip.server.tls.TrustedCertificates;
import org.banip.wsb.spi.Authentication;
import org.banip.wsb.spi.AuthenticationRequest;
import org.banip.wsb.spi.Identity;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CertificateAuthenticatorTest {
    @TempDir
    static Path made;

    private static X509Certificate own;
    private static X509Certificate another;

    @TempDir
    private Path directory;

    private final AtomicReference<RevokedCertificates> revoked = new AtomicReference<>(RevokedCertificates.NONE);
    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.now());
    private CertificateAuthenticator authenticator;

    @BeforeAll
    static void makeCertificates() throws Exception {
        own = certificate("own");
        another = certificate("another");
    }

    /** Its only DNS name is localhost, which is the user's name. */
    private static X509Certificate certificate(String name) throws Exception {
        Path store = TestKeys.make(made.resolve(name + ".p12"), "EC", name);
        KeyStore keys = KeyStore.getInstance(store.toFile(), TestKeys.PASSWORD.toCharArray());
        return (X509Certificate) keys.getCertificate(keys.aliases().nextElement());
    }

    @BeforeEach
    void open() throws Exception {
        Path authorities = Files.writeString(
                directory.resolve("authorities.pem"),
                "-----BEGIN CERTIFICATE-----\n" + Base64.getMimeEncoder().encodeToString(own.getEncoded())
                        + "\n-----END CERTIFICATE-----\n");
        X509ExtendedTrustManager trusted = TrustedCertificates.trustManager(authorities);
        authenticator = new CertificateAuthenticator(() -> trusted, revoked::get, now::get);
    }

    private Authentication show(List<X509Certificate> chain) {
        return authenticator
                .authenticate(new AuthenticationRequest(Optional.empty(), chain, "192.0.2.1"))
                .toCompletableFuture()
                .join();
    }

    private Authentication.Accepted accepted(X509Certificate... chain) {
        Authentication result = show(List.of(chain));
        assertThat(result).isInstanceOf(Authentication.Accepted.class);
        return (Authentication.Accepted) result;
    }

    private String refused(List<X509Certificate> chain) {
        Authentication result = show(chain);
        assertThat(result).isInstanceOf(Authentication.Refused.class);
        return ((Authentication.Refused) result).forMbu();
    }

    /** Otherwise a client could fill the memory with chains that differ in certificates which nobody needs. */
    @Test
    void aClientHasOneEntryWhateverItShowsBehindItsCertificate() {
        assertThat(accepted(own).identity()).isEqualTo(new Identity("localhost"));
        accepted(own, another);
        accepted(own, another, another);
        assertThat(authenticator.remembered()).isEqualTo(1);
    }

    /** Java's search for a path tries all orders of certificates that have one name and different keys. For twenty it would not end. */
    @Test
    void moreThanFourCertificatesAreNotVerified() {
        accepted(own, another, another, another);
        assertThat(refused(Collections.nCopies(5, own)))
                .isEqualTo(
                        "the client showed 5 certificates, at most 4 are allowed: its own, and those that signed it");
    }

    @Test
    void aCertificateOfNoAuthorityIsRefused() {
        assertThat(refused(List.of(another, own)))
                .contains("is not one for clients that an authority of client-ca has signed");
        assertThat(authenticator.remembered()).isZero();
    }

    @Test
    void itIsValidInItsTimeOnly() {
        Authentication.Accepted accepted = accepted(own);
        now.set(own.getNotAfter().toInstant().plusSeconds(1));
        String why = "the certificate of localhost has expired at "
                + own.getNotAfter().toInstant();
        assertThat(accepted.proof().lapsed()).contains(why);
        assertThat(refused(List.of(own))).endsWith(why);
        now.set(own.getNotBefore().toInstant().minusSeconds(1));
        assertThat(refused(List.of(own))).contains("is not valid yet");
    }

    @Test
    void aRevocationNamesSerialNumbersAndFingerprintsAsOpensslPrintsThem() throws Exception {
        Authentication.Accepted accepted = accepted(own, another);
        String serial = own.getSerialNumber().toString(16).toUpperCase(Locale.ROOT);
        for (String line : List.of("serial=" + serial, serial, "sha256 Fingerprint=" + fingerprint(own, "SHA-256"))) {
            revoked.set(RevokedCertificates.read(write(line)));
            assertThat(accepted.proof().lapsed()).as(line).contains("the certificate of localhost was revoked");
        }
        revoked.set(RevokedCertificates.read(write("SHA256 Fingerprint=" + fingerprint(another, "SHA-256"))));
        assertThat(accepted.proof().lapsed())
                .contains("an authority that signed the certificate of localhost was revoked");
        // Authorities count their serial numbers separately.
        revoked.set(RevokedCertificates.read(write(another.getSerialNumber().toString(16))));
        assertThat(accepted.proof().lapsed()).isEmpty();
    }

    /** It has the length of a serial number. If it were taken for one, the certificate would stay in use. */
    @Test
    void aFingerprintOfAnotherKindIsRefused() throws Exception {
        for (String line : List.of(
                "SHA1 Fingerprint=" + fingerprint(own, "SHA-1"), fingerprint(own, "SHA-384"), "serial=", "0x1F")) {
            Path file = write("# revoked\n" + line);
            assertThatThrownBy(() -> RevokedCertificates.read(file))
                    .as(line)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("line 2: '" + line + "' must be a serial number");
        }
    }

    private static String fingerprint(X509Certificate certificate, String algorithm) throws Exception {
        return HexFormat.ofDelimiter(":")
                .withUpperCase()
                .formatHex(MessageDigest.getInstance(algorithm).digest(certificate.getEncoded()));
    }

    private Path write(String text) throws IOException {
        return Files.writeString(directory.resolve("revoked"), text + "\n");
    }
}
