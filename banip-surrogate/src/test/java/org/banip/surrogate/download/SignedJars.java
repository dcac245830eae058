package org.banip.surrogate.download;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Optional;
import org.assertj.core.api.AbstractThrowableAssert;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** Jars of several signers. */
abstract class SignedJars {
    static final JarLimits LIMITS = JarLimits.of(1 << 20);

    @TempDir
    static Path directory;

    static TestSigner signer;
    static TestSigner other;
    static TestSigner certified;
    static TrustedSigners trusted;
    static TestJar good;

    @BeforeAll
    static void makeSigners() throws Exception {
        signer = TestSigner.selfSigned(directory, "ward");
        other = TestSigner.selfSigned(directory, "stranger");
        certified = TestSigner.certified(directory, "employee", "-ext", "eku=codeSigning");
        trusted = TrustedSigners.read(signer.pem(directory.resolve("trust.pem")), Optional.empty());
        good = JarSources.telling().signed(signer);
    }

    static SurrogateJar verify(TestJar jar) {
        return SurrogateJar.verify(jar.bytes(), LIMITS, trusted, "ward.jar");
    }

    static AbstractThrowableAssert<?, ?> refused(TestJar jar) {
        return refused(jar.bytes(), trusted);
    }

    static AbstractThrowableAssert<?, ?> refused(byte[] jar, TrustedSigners by) {
        return assertThatThrownBy(() -> SurrogateJar.verify(jar, LIMITS, by, "ward.jar"))
                .isInstanceOfSatisfying(
                        BanipException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNKNOWN_SURROGATE_TYPE))
                .hasMessageStartingWith("surrogate jar 'ward.jar' ");
    }
}
