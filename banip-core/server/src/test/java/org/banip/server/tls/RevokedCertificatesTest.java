package org.banip.server.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.MessageDigest;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.interfaces.ECPublicKey;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RevokedCertificatesTest {
    /** A head of four bytes: the tag, and a length of two bytes with its own. */
    private static final int HEAD = 4;

    @TempDir
    private Path directory;

    private X509Certificate certificate(String algorithm) throws Exception {
        Path store = TestKeys.make(directory.resolve(algorithm + ".p12"), algorithm, "holder");
        KeyStore keys = KeyStore.getInstance(store.toFile(), TestKeys.PASSWORD.toCharArray());
        return (X509Certificate) keys.getCertificate(keys.aliases().nextElement());
    }

    private RevokedCertificates revoking(X509Certificate certificate) throws Exception {
        String fingerprint = HexFormat.ofDelimiter(":")
                .withUpperCase()
                .formatHex(MessageDigest.getInstance("SHA-256").digest(certificate.getEncoded()));
        return RevokedCertificates.read(
                Files.writeString(directory.resolve("revoked"), "sha256 Fingerprint=" + fingerprint + "\n"));
    }

    /** Java takes it as well, and its fingerprint is another one. */
    @Test
    void anEcdsaCertificateWithTheOtherSIsRevoked() throws Exception {
        X509Certificate issued = certificate("EC");
        X509Certificate shown = with(issued, otherS(issued), 0);
        assertThatNoException().isThrownBy(() -> shown.verify(issued.getPublicKey()));
        assertThat(shown.getEncoded()).isNotEqualTo(issued.getEncoded());
        assertThat(revoking(issued).has(shown)).isTrue();
        assertThat(revoking(issued).hasFingerprintOf(shown)).isTrue();
        assertThat(revoking(shown).has(issued)).isTrue();
        RevokedCertificates revoked = revoking(issued);
        ClientCertificates<String> certificates = new ClientCertificates<>(
                "client-ca",
                () -> {
                    throw new IllegalStateException("no authority is asked for a revoked certificate");
                },
                () -> revoked,
                certificate -> "holder",
                InstantSource.system());
        assertThat(certificates.verify(List.of(shown)).wrong()).contains("the certificate of holder was revoked");
    }

    /** Of s and n − s one is even: its last bit can be declared as unused. */
    @Test
    void aSignatureThatDeclaresUnusedBitsIsRevoked() throws Exception {
        X509Certificate issued = certificate("EC");
        byte[] other = otherS(issued);
        byte[] even = other[other.length - 1] % 2 == 0 ? other : issued.getSignature();
        X509Certificate shown = with(issued, even, 1);
        assertThat(shown.getEncoded()).isNotEqualTo(issued.getEncoded());
        assertThat(revoking(issued).has(shown)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"EC", "RSA", "DSA", "Ed25519"})
    void aFingerprintRevokesItsCertificateOnly(String algorithm) throws Exception {
        X509Certificate issued = certificate(algorithm);
        assertThat(revoking(issued).has(issued)).isTrue();
        assertThat(Fingerprints.of(issued)).hasSizeGreaterThanOrEqualTo(algorithm.equals("EC") ? 3 : 1);
        X509Certificate another = certificate(algorithm.equals("EC") ? "Ed25519" : "EC");
        assertThat(revoking(issued).has(another)).isFalse();
    }

    private static byte[] otherS(X509Certificate issued) {
        byte[] signature = issued.getSignature(); // 30 length, 02 length r, 02 length s
        int rEnd = HEAD + signature[3];
        BigInteger s = new BigInteger(1, Arrays.copyOfRange(signature, rEnd + 2, signature.length));
        BigInteger n = ((ECPublicKey) issued.getPublicKey()).getParams().getOrder();
        byte[] other = n.subtract(s).toByteArray();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(0x30);
        out.write(rEnd - 2 + 2 + other.length);
        out.write(signature, 2, rEnd - 2);
        out.write(2);
        out.write(other.length);
        out.writeBytes(other);
        return out.toByteArray();
    }

    private static X509Certificate with(X509Certificate issued, byte[] signature, int unusedBits) throws Exception {
        byte[] encoded = issued.getEncoded();
        int former = issued.getSignature().length + 3; // with tag, length and unused bits
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        int length = encoded.length - HEAD - former + signature.length + 3;
        out.writeBytes(new byte[] {0x30, (byte) 0x82, (byte) (length >> 8), (byte) length});
        out.write(encoded, HEAD, encoded.length - HEAD - former);
        out.writeBytes(new byte[] {3, (byte) (signature.length + 1), (byte) unusedBits});
        out.writeBytes(signature);
        return (X509Certificate) CertificateFactory.getInstance("X.509")
                .generateCertificate(new ByteArrayInputStream(out.toByteArray()));
    }
}
