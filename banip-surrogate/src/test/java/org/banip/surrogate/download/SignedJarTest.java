package org.banip.surrogate.download;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.jar.Attributes;
import java.util.jar.Manifest;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.junit.jupiter.api.Test;

/** Which signatures a host accepts, and how it refuses the others. */
class SignedJarTest extends SignedJars {
    @Test
    void signedJarIsAccepted() {
        SurrogateJar jar = verify(good);
        assertThat(jar.surrogateClass()).isEqualTo(JarSources.TELLING);
        assertThat(jar.signer()).isEqualTo("'CN=ward'");
        assertThat(jar.entries()).isEqualTo(4);
        assertThat(jar.fingerprint()).matches("([0-9A-F]{2}:){31}[0-9A-F]{2}");
    }

    @Test
    void unsignedJarIsRefused() throws IOException {
        refused(JarSources.telling())
                .hasMessageEndingWith("is not signed; allowed are jars signed by a signer that this host trusts");
    }

    @Test
    void jarOfAnotherSignerIsRefused() throws Exception {
        refused(JarSources.telling().signed(other))
                .hasMessageContaining(
                        "is signed by 'CN=stranger', issued by 'CN=stranger'; allowed are signers whose chain"
                                + " of certificates ends in the trust store of this host");
    }

    @Test
    void changedClassIsRefused() throws IOException {
        String entry = SurrogateClassLoader.path(JarSources.TELLING);
        byte[] changed = good.entry(entry).clone();
        changed[changed.length - 1] ^= 1;
        refused(good.with(entry, changed))
                .hasMessageContaining("was changed after it was signed")
                .hasMessageContaining(entry);
    }

    @Test
    void changedResourceIsRefused() {
        refused(good.with("ward/words.txt", new byte[] {1})).hasMessageContaining("was changed after it was signed");
    }

    @Test
    void addedClassIsRefused() throws IOException {
        TestJar more = good.compiled("ward.Added", "package ward; class Added {}");
        refused(more)
                .hasMessageContaining("has an entry 'ward/Added.class' without a valid signature")
                .hasMessageContaining("all entries must be signed");
    }

    @Test
    void addedClassThatTheManifestListsIsRefused() throws IOException {
        Manifest manifest = good.manifest();
        Attributes digest = new Attributes();
        digest.putValue("SHA-256-Digest", "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=");
        manifest.getEntries().put("ward/added.txt", digest);
        TestJar more = good.replacing(manifest).with("ward/added.txt", new byte[0]);
        refused(more).hasMessageContaining("ward/added.txt");
    }

    @Test
    void removedEntryIsRefused() {
        refused(good.without("ward/words.txt"))
                .hasMessageEndingWith("has no entry 'ward/words.txt', which its manifest lists");
    }

    @Test
    void changedHeaderIsRefused() throws IOException {
        Manifest manifest = good.manifest();
        manifest.getMainAttributes().putValue(SurrogateJar.SURROGATE_CLASS, "ward.Telling$Words");
        refused(good.replacing(manifest)).hasMessageContaining("was changed after it was signed");
    }

    @Test
    void signatureThatDoesNotCoverTheHeadersIsRefused() {
        String text = new String(good.entry("META-INF/SIGNER.SF"), StandardCharsets.UTF_8);
        TestJar less = good.with(
                "META-INF/SIGNER.SF",
                text.replace("-Digest-Manifest-Main-Attributes", "-Digest-Manifest-Main")
                        .getBytes(StandardCharsets.UTF_8));
        refused(less).hasMessageContaining("does not cover the manifest's headers");
    }

    @Test
    void damagedSignatureIsRefused() {
        byte[] block = good.entry("META-INF/SIGNER.EC").clone();
        block[block.length - 1] ^= 1;
        refused(good.with("META-INF/SIGNER.EC", block)).hasMessageContaining("sign");
    }

    @Test
    void jarWhoseEntriesHaveDifferentSignersIsRefused() throws Exception {
        TestJar both =
                good.compiled("ward.Added", "package ward; class Added {}").signed(other, "OTHER");
        refused(both).hasMessageContaining("all entries must have the same signers");
    }

    @Test
    void jarOfTwoSignersIsAcceptedIfOneIsTrusted() throws Exception {
        assertThat(verify(JarSources.telling().signed(other, "OTHER").signed(signer))
                        .signer())
                .isEqualTo("'CN=ward'");
    }

    @Test
    void jarSignedTwiceByOneSignerIsRefused() throws Exception {
        TestJar twice = JarSources.telling().signed(signer, "OTHER").signed(signer);
        refused(twice).hasMessageContaining("has 2 signature files of 1 signers");
    }

    @Test
    void signerIsTrustedByTheAuthorityThatCertifiedIt() throws Exception {
        TestJar jar = JarSources.telling().signed(certified);
        Path authority = TestSigner.pem(directory.resolve("authority.pem"), certified.authority());
        TrustedSigners byAuthority = TrustedSigners.read(authority, Optional.empty());
        assertThat(SurrogateJar.verify(jar.bytes(), LIMITS, byAuthority, "ward.jar")
                        .signer())
                .isEqualTo("'CN=employee'");
        Path itself = TestSigner.pkcs12(directory.resolve("itself.p12"), certified.certificate());
        TrustedSigners byItself = TrustedSigners.read(itself, Optional.of(TestSigner.PASSWORD));
        assertThat(SurrogateJar.verify(jar.bytes(), LIMITS, byItself, "ward.jar")
                        .signer())
                .isEqualTo("'CN=employee'");
        refused(jar.bytes(), trusted)
                .hasMessageContaining("is signed by 'CN=employee', issued by 'CN=employee authority'");
    }

    @Test
    void signerWhoIsNoAuthorityCertifiesNobody() throws Exception {
        TestSigner issued = TestSigner.certified(directory, "forger");
        Path leaf = TestSigner.pem(directory.resolve("forger.pem"), issued.certificate());
        TestJar byAuthority = JarSources.telling().signed(certified);
        refused(byAuthority.bytes(), TrustedSigners.read(leaf, Optional.empty()))
                .hasMessageContaining("CN=employee");
    }

    @Test
    void expiredCertificateIsRefusedAlthoughItIsTrusted() throws Exception {
        TestSigner expired = TestSigner.selfSigned(directory, "retired", "-startdate", "-10d", "-validity", "5");
        TestJar jar = JarSources.telling().signed(expired);
        refused(jar.bytes(), TrustedSigners.of(directory, expired.certificate()))
                .hasMessageContaining("is signed by 'CN=retired', and the certificate of 'CN=retired' expired at 20");
    }

    @Test
    void certificateThatIsNotValidYetIsRefused() throws Exception {
        TestSigner early = TestSigner.selfSigned(directory, "apprentice", "-startdate", "+10d");
        TestJar jar = JarSources.telling().signed(early);
        refused(jar.bytes(), TrustedSigners.of(directory, early.certificate()))
                .hasMessageContaining("is not valid before 20");
    }

    @Test
    void certificateForAnotherUseIsRefused() throws Exception {
        TestSigner server = TestSigner.selfSigned(directory, "server", "-ext", "eku=serverAuth");
        refused(JarSources.telling().signed(server).bytes(), TrustedSigners.of(directory, server.certificate()))
                .hasMessageEndingWith("is signed by 'CN=server', whose certificate is not for code signing");
        TestSigner agreement = TestSigner.selfSigned(directory, "agreement", "-ext", "ku=keyAgreement");
        refused(JarSources.telling().signed(agreement).bytes(), TrustedSigners.of(directory, agreement.certificate()))
                .hasMessageContaining("without a valid signature"); // the JDK itself does not take it
    }

    @Test
    void authorityMustIssueCertificatesForCodeSigning() throws Exception {
        TestSigner clerk = TestSigner.certified(directory, "clerk");
        byte[] jar = JarSources.telling().signed(clerk).bytes();
        refused(jar, TrustedSigners.of(directory, clerk.authority()))
                .hasMessageEndingWith(
                        "is signed by 'CN=clerk', whose certificate does not say that it was issued for code signing");
        // The operator who trusts the certificate itself has said what it is for.
        TrustedSigners itself = TrustedSigners.of(directory, clerk.certificate());
        assertThat(SurrogateJar.verify(jar, LIMITS, itself, "ward.jar").signer())
                .isEqualTo("'CN=clerk'");
    }

    @Test
    void whatIsNoJarIsRefused() {
        refused(new byte[0], trusted).hasMessageContaining("is not a jar");
        refused("<html>not here</html>".getBytes(StandardCharsets.US_ASCII), trusted)
                .hasMessageContaining("is not a jar");
    }

    @Test
    void truncatedJarIsRefusedWhereverItEnds() {
        byte[] bytes = good.bytes();
        int directory = indexOf(bytes, new byte[] {'P', 'K', 1, 2});
        for (int length = 0; length < directory; length++) {
            refused(Arrays.copyOf(bytes, length), trusted);
        }
    }

    private static int indexOf(byte[] bytes, byte[] part) {
        for (int at = 0; ; at++) {
            if (Arrays.equals(bytes, at, at + part.length, part, 0, part.length)) {
                return at;
            }
        }
    }

    @Test
    void flippedBitNeverChangesWhatIsLoaded() throws IOException {
        byte[] bytes = good.bytes();
        Map<String, byte[]> expected = verify(good).contents();
        for (int at = 0; at < bytes.length; at += 7) {
            byte[] flipped = bytes.clone();
            flipped[at] ^= (byte) (1 << at % 8);
            try {
                Map<String, byte[]> read = SurrogateJar.verify(flipped, LIMITS, trusted, "ward.jar")
                        .contents();
                assertThat(read.keySet()).as("byte %d", at).isEqualTo(expected.keySet());
                read.forEach((name, content) -> assertThat(content).isEqualTo(expected.get(name)));
            } catch (BanipException e) {
                assertThat(e.code()).isEqualTo(ErrorCode.UNKNOWN_SURROGATE_TYPE);
            }
        }
    }

    @Test
    void trustStoreThatCannotBeReadIsNamed() throws Exception {
        Path none = directory.resolve("none.pem");
        assertThatThrownBy(() -> TrustedSigners.read(none, Optional.empty()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(none + " does not exist");
        Path text = Files.writeString(directory.resolve("text"), "text");
        assertThatThrownBy(() -> TrustedSigners.read(text, Optional.empty()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(text.toString());
        Path locked = TestSigner.pkcs12(directory.resolve("locked.p12"), signer.certificate());
        assertThatThrownBy(() -> TrustedSigners.read(locked, Optional.of("wrong")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("locked.p12");
        assertThatThrownBy(() -> TrustedSigners.read(signer.keyStore(), Optional.of(TestSigner.PASSWORD)))
                .hasMessageContaining("has no trusted certificate")
                .hasMessageContaining("keytool -importcert");
    }
}
