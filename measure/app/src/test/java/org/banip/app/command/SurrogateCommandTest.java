package org.banip.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.lang.module.ModuleFinder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.banip.app.CommandLineContract;
import org.banip.surrogate.download.JarSources;
import org.banip.surrogate.download.TestSigner;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code banip surrogate sign} and {@code verify}. */
class SurrogateCommandTest extends CommandLineContract {
    @TempDir
    static Path keys;

    private static TestSigner signer;
    private static Path password;

    @TempDir
    private Path directory;

    private Path jar;

    @BeforeAll
    static void makeSigner() throws Exception {
        signer = TestSigner.selfSigned(keys, "ward");
        password = Files.writeString(keys.resolve("password"), TestSigner.PASSWORD + "\n");
    }

    @BeforeEach
    void makeJar() throws Exception {
        jar = Files.write(directory.resolve("ward.jar"), JarSources.telling().bytes());
    }

    private int sign(String... more) {
        String[] line = {
            "surrogate",
            "sign",
            "" + jar,
            "--keystore",
            "" + signer.keyStore(),
            "--keystore-password-file",
            "" + password
        };
        String[] all = java.util.Arrays.copyOf(line, line.length + more.length);
        System.arraycopy(more, 0, all, line.length, more.length);
        return run(all);
    }

    @Test
    void signedJarIsVerified() throws Exception {
        Path trust = signer.pem(directory.resolve("trust.pem"));
        assertThat(run("surrogate", "verify", "" + jar, "--truststore", "" + trust))
                .isEqualTo(1);
        assertThat(err.toString()).contains("surrogate jar '" + jar + "' is not signed");
        assertThat(sign()).as(err.toString()).isZero();
        assertThat(run("surrogate", "verify", "" + jar, "--truststore", "" + trust))
                .isZero();
        assertThat(out.toString().lines())
                .hasSize(2)
                .allMatch(line ->
                        line.startsWith(jar + ": surrogate ward.Telling, 4 entries signed by 'CN=ward', SHA-256 "));
    }

    /** Modules of a runtime that can read keys, but cannot sign jars. */
    private static String runtimeWithoutASigner() {
        Stream<String> crypto = ModuleFinder.ofSystem().findAll().stream()
                .map(found -> found.descriptor().name())
                .filter(name -> name.startsWith("jdk.crypto."));
        return Stream.concat(Stream.of("java.se", "jdk.unsupported"), crypto).collect(Collectors.joining(","));
    }

    @Test
    void runtimeWithoutASignerIsNamed() throws Exception {
        Process java = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "--limit-modules",
                        runtimeWithoutASigner(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        "org.banip.app.Banip",
                        "surrogate",
                        "sign",
                        "" + jar,
                        "--keystore",
                        "" + signer.keyStore(),
                        "--keystore-password-file",
                        "" + password)
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("said").toFile())
                .start();
        try {
            assertThat(java.waitFor(60, TimeUnit.SECONDS)).as("ends in 60 s").isTrue();
        } finally {
            java.destroyForcibly();
        }
        assertThat(directory.resolve("said"))
                .content()
                .contains(" has no module jdk.jartool, which signs jars; use one that has it, a JDK for example");
        assertThat(java.exitValue()).isEqualTo(1);
    }

    @Test
    void signedJarGoesWhereItIsWanted() throws Exception {
        byte[] before = Files.readAllBytes(jar);
        Path other = directory.resolve("signed.jar");
        assertThat(sign("--output", "" + other)).as(err.toString()).isZero();
        assertThat(jar).hasBinaryContent(before);
        assertThat(other).exists();
    }

    @Test
    void passwordThatIsNotGivenIsAskedFor() {
        InputStream before = System.in;
        try {
            System.setIn(InputStream.nullInputStream());
            assertThat(run("surrogate", "sign", "" + jar, "--keystore", "" + signer.keyStore()))
                    .isEqualTo(1);
        } finally {
            System.setIn(before);
        }
        assertThat(err.toString()).contains("no password was given: the first line of standard input is empty");
    }

    @Test
    void jarOfAnotherSignerIsNotVerified() throws Exception {
        Path trust = TestSigner.selfSigned(directory, "other").pem(directory.resolve("other.pem"));
        assertThat(sign()).isZero();
        assertThat(run("surrogate", "verify", "" + jar, "--truststore", "" + trust))
                .isEqualTo(1);
        assertThat(err.toString()).contains("is signed by 'CN=ward', issued by 'CN=ward'");
    }

    @Test
    void jarThatNoHostWouldTakeIsNotReplaced() throws Exception {
        Files.write(jar, JarSources.naming("Other", "public class Other {}").bytes());
        byte[] before = Files.readAllBytes(jar);
        assertThat(sign()).isEqualTo(1);
        assertThat(err.toString()).contains("which does not implement org.banip.surrogate.api.Surrogate");
        assertThat(jar).hasBinaryContent(before);
        assertThat(directory).isDirectoryContaining(file -> file.equals(jar));
        assertThat(directory.toFile().list()).hasSize(1);
    }

    @Test
    void whatCannotBeUsedIsNamed() throws Exception {
        assertThat(sign("--alias", "nobody")).isEqualTo(2);
        assertThat(err.toString()).contains("has no private key nobody; it has [signer]");
        Files.writeString(jar, "no jar");
        assertThat(sign()).isEqualTo(1);
        assertThat(err.toString()).contains(jar.toString());
        Files.delete(jar);
        assertThat(sign()).isEqualTo(1);
        assertThat(err.toString()).contains(jar + " does not exist");
    }
}
