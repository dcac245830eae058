package org.banip.surrogate.download;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.jar.Attributes;
import java.util.jar.Manifest;
import org.assertj.core.api.AbstractThrowableAssert;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which jars a host accepts, and how it refuses the others. */
class SignedJarTest {
    private static final JarLimits LIMITS = JarLimits.of(1 << 20);

    @TempDir
    static Path directory;

    private static TestSigner signer;
    private static TestSigner other;
    private static TestSigner certified;
    private static TrustedSigners trusted;
    private static TestJar good;

    @BeforeAll
    static void makeSigners() throws Exception {
        signer = TestSigner.selfSigned(directory, "ward");
        other = TestSigner.selfSigned(directory, "stranger");
        certified = TestSigner.certified(directory, "employee", "-ext", "eku=codeSigning");
        trusted = TrustedSigners.read(signer.pem(directory.resolve("trust.pem")), Optional.empty());
        good = JarSources.telling().signed(signer);
    }

    private static SurrogateJar verify(TestJar jar) {
        return SurrogateJar.verify(jar.bytes(), LIMITS, trusted, "ward.jar");
    }

    private static AbstractThrowableAssert<?, ?> refused(TestJar jar) {
        return refused(jar.bytes(), trusted);
    }

    private static AbstractThrowableAssert<?, ?> refused(byte[] jar, TrustedSigners by) {
        return assertThatThrownBy(() -> SurrogateJar.verify(jar, LIMITS, by, "ward.jar"))
                .isInstanceOfSatisfying(
                        BanipException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNKNOWN_SURROGATE_TYPE))
                .hasMessageStartingWith("surrogate jar 'ward.jar' ");
    }

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
    void jarWithoutTheHeaderIsRefused() throws Exception {
        TestJar jar = TestJar.of(Map.of()).compiled("Plain", JarSources.plain("Plain", ""));
        refused(jar.signed(signer)).hasMessageContaining("has no header Surrogate-Class in its manifest");
    }

    @Test
    void jarWithoutTheClassIsRefused() throws Exception {
        TestJar jar = TestJar.naming("ward.Absent").compiled("Plain", JarSources.plain("Plain", ""));
        refused(jar.signed(signer))
                .hasMessageContaining("has no class 'ward.Absent', which the header Surrogate-Class");
    }

    @Test
    void classThatIsNoSurrogateIsRefused() throws Exception {
        refused(JarSources.naming("Other", "public class Other {}").signed(signer))
                .hasMessageEndingWith(
                        "names 'Other' as surrogate, which does not implement org.banip.surrogate.api.Surrogate");
    }

    @Test
    void classWithoutPublicConstructorIsRefused() throws Exception {
        refused(JarSources.naming("Closed", JarSources.plain("Closed", "Closed() {}"))
                        .signed(signer))
                .hasMessageEndingWith("which has no public constructor without parameters");
        refused(JarSources.naming("Closed", JarSources.plain("Closed", "public Closed(int i) {}"))
                        .signed(signer))
                .hasMessageEndingWith("which has no public constructor without parameters");
        String hidden = JarSources.plain("Hidden", "").replace("public class", "class");
        refused(JarSources.naming("Hidden", hidden).signed(signer))
                .hasMessageEndingWith("which is not a public class that can be instantiated");
        String inPart = JarSources.plain("Part", "").replace("public class", "public abstract class");
        refused(JarSources.naming("Part", inPart).signed(signer))
                .hasMessageEndingWith("which is not a public class that can be instantiated");
    }

    @Test
    void bytesThatAreNoClassAreRefused() throws Exception {
        refused(TestJar.naming("Broken")
                        .with("Broken.class", new byte[] {1, 2, 3})
                        .signed(signer))
                .hasMessageContaining("has a class 'Broken' that cannot be loaded: ClassFormatError");
    }

    @Test
    void classThatNeedsAClassOfTheHostIsRefused() throws Exception {
        String source = JarSources.plain("Leaning", "")
                .replace("class Leaning", "class Leaning extends org.slf4j.helpers.BasicMarkerFactory");
        refused(JarSources.naming("Leaning", source).signed(signer))
                .hasMessageContaining("has a class 'Leaning' that cannot be loaded: NoClassDefFoundError:"
                        + " org/slf4j/helpers/BasicMarkerFactory");
    }

    @Test
    void classPathIsRefused() throws Exception {
        TestJar jar = TestJar.of(Map.of(SurrogateJar.SURROGATE_CLASS, "Plain", "Class-Path", "other.jar"))
                .compiled("Plain", JarSources.plain("Plain", ""));
        refused(jar.signed(signer)).hasMessageContaining("has the header Class-Path");
    }

    @Test
    void classesForLaterVersionsAreIgnored() throws Exception {
        TestJar other = JarSources.naming("Plain", "public class Plain {}");
        TestJar jar = TestJar.of(Map.of(SurrogateJar.SURROGATE_CLASS, "Plain", "Multi-Release", "true"))
                .compiled("Plain", JarSources.plain("Plain", ""))
                .with("META-INF/versions/9/Plain.class", other.entry("Plain.class"));
        assertThat(verify(jar.signed(signer)).surrogateClass()).isEqualTo("Plain");
    }

    @Test
    void zipBombsAreRefused() throws Exception {
        TestJar entry = good.with("zeros", new byte[900_000]);
        refused(entry)
                .hasMessageContaining("unpacks its entry 'zeros' from")
                .hasMessageContaining("allowed are 100 times");
        TestJar all = good;
        byte[] text = compressible(60_000);
        for (int i = 0; i < 80; i++) {
            all = all.with("text" + i, text);
        }
        refused(all).hasMessageEndingWith("unpacks to more than the 4194304 bytes that are allowed");
        TestJar manifest = good.with("META-INF/MANIFEST.MF", new byte[10 << 20]);
        refused(manifest).hasMessageContaining("unpacks to more than");
        for (String parsed : List.of("META-INF/MANIFEST.MF", "META-INF/SIGNER.SF")) {
            TestJar sections = good.with(parsed, sections(3 << 20));
            refused(sections)
                    .hasMessageContaining("has an entry '" + parsed + "' of 3145728 bytes, allowed are 1048576");
        }
        JarLimits few = new JarLimits(1 << 20, 6, 4 << 20, 1 << 20, 100);
        assertThat(SurrogateJar.verify(good.bytes(), LIMITS, trusted, "ward.jar")
                        .entries())
                .isEqualTo(4);
        TestJar oneMore = good.with("more", new byte[1]);
        assertThatThrownBy(() -> SurrogateJar.verify(oneMore.bytes(), few, trusted, "ward.jar"))
                .hasMessageEndingWith("has more than 6 entries");
    }

    /** Many short sections, each of which takes far more memory than it has bytes. */
    private static byte[] sections(int length) {
        StringBuilder text = new StringBuilder(length + 20);
        for (int i = 0; text.length() < length; i++) {
            text.append("Name: ").append(i * 7919 % 1_000_003).append("\n\n");
        }
        return text.substring(0, length).getBytes(StandardCharsets.US_ASCII);
    }

    private static byte[] compressible(int length) {
        byte[] text = new byte[length];
        for (int i = 0; i < length; i++) {
            text[i] = (byte) (i * 31 % 17 + i / 50);
        }
        return text;
    }

    @Test
    void jarBeyondItsLimitIsRefused() {
        byte[] bytes = good.bytes();
        assertThatThrownBy(() -> SurrogateJar.verify(bytes, JarLimits.of(bytes.length - 1), trusted, "ward.jar"))
                .hasMessageEndingWith("has " + bytes.length + " bytes, allowed are " + (bytes.length - 1));
        assertThat(SurrogateJar.verify(bytes, JarLimits.of(bytes.length), trusted, "ward.jar")
                        .entries())
                .isEqualTo(4);
    }

    @Test
    void twoEntriesOfOneNameAreRefused() {
        refused(good.with("META-INF/Manifest.mf", new byte[0]))
                .hasMessageEndingWith("has two entries 'META-INF/Manifest.mf'");
        byte[] bytes =
                replaced(good.with("ward/words.tx2", new byte[] {1}).bytes(), "ward/words.tx2", "ward/words.txt");
        refused(bytes, trusted).hasMessageEndingWith("has two entries 'ward/words.txt'");
    }

    private static byte[] replaced(byte[] bytes, String seen, String by) {
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        return text.replace(seen, by).getBytes(StandardCharsets.ISO_8859_1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/etc/passwd", "../up", "a/../b", "a//b", "./a", "a\\b", "a\nb", "a/."})
    void strangeNamesAreRefused(String path) {
        refused(good.with(path, new byte[1])).hasMessageContaining("allowed are relative paths");
    }

    @Test
    void jarThatDoesNotBeginWithItsManifestIsRefused() throws IOException {
        TestJar late = TestJar.of(Map.of()).without("META-INF/MANIFEST.MF").with("first", new byte[1]);
        refused(late).hasMessageContaining("does not begin with META-INF/MANIFEST.MF");
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

    @Test
    void apiOfSurrogatesIsVisibleAndTheHostIsNot() throws Exception {
        for (String name : List.of(
                "org.banip.surrogate.api.Surrogate",
                "org.banip.core.ban.BanDescription",
                "org.banip.core.error.BanipException",
                "org.banip.core.packet.Gap",
                "java.sql.Connection",
                "java.net.http.HttpClient")) {
            assertThat(Class.forName(name, false, ApiClassLoader.SHARED)).isEqualTo(Class.forName(name));
        }
        for (String name : List.of(
                "org.banip.surrogate.SurrogateHost",
                "org.banip.server.settings.Secret",
                "org.banip.core.json.JsonObject",
                "org.slf4j.Logger",
                "org.junit.jupiter.api.Test")) {
            assertThatThrownBy(() -> Class.forName(name, false, ApiClassLoader.SHARED))
                    .isInstanceOf(ClassNotFoundException.class);
        }
        assertThat(ApiClassLoader.SHARED.getResource("logback.xml")).isNull();
        assertThat(ApiClassLoader.SHARED.getResource("org/banip/surrogate/SurrogateHost.class"))
                .isNull();
    }

    @Test
    void closedClassLoaderLoadsNothingMore() throws Exception {
        SurrogateClassLoader loader = verify(good).open();
        assertThat(loader.getResource("ward/words.txt")).isNotNull();
        assertThat(loader.getResourceAsStream("ward/words.txt"))
                .hasBinaryContent("its own words".getBytes(StandardCharsets.US_ASCII));
        assertThat(loader.loadClass(JarSources.TELLING).getClassLoader()).isSameAs(loader);
        loader.close();
        assertThat(loader.getResource("ward/words.txt")).isNull();
        assertThatThrownBy(() -> loader.loadClass("ward.Telling$Words")).isInstanceOf(ClassNotFoundException.class);
    }
}
