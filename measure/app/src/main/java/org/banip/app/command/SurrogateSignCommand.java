package org.banip.app.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.CertPath;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import org.banip.app.option.Checked;
import org.banip.app.option.Secrets;
import org.banip.core.text.FileError;
import org.banip.server.settings.Secret;
import org.banip.surrogate.download.JarLimits;
import org.banip.surrogate.download.SurrogateJar;
import org.banip.surrogate.download.TrustedSigners;
import org.banip.surrogate.settings.SurrogateJarSettings;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code banip surrogate sign}. */
@Command(
        name = "sign",
        header = "Signs the jar of a surrogate.",
        description =
                "Signs all entries, verifies the result as a host does, and only then replaces the jar. The manifest must name the"
                        + " surrogate's class in the header Surrogate-Class.")
final class SurrogateSignCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "JAR", description = "The jar.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private Path jar;

    @Option(
            names = "--keystore",
            paramLabel = "FILE",
            required = true,
            description = "PKCS#12 or JKS file with the signer's key and certificates. Needed, no default.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private Path keyStore;

    @Option(
            names = "--keystore-password-file",
            paramLabel = "FILE",
            converter = Secrets.FromFile.class,
            description =
                    "Its first line is the password of the key store and the key. Default: asked at the console, or the first line"
                            + " of standard input.")
    private @Nullable Secret password;

    @Option(names = "--alias", paramLabel = "NAME", description = "The key. Default: the only one.")
    private @Nullable String alias;

    @Option(
            names = "--output",
            paramLabel = "FILE",
            description = "Where the signed jar goes. Default: JAR is replaced.")
    private @Nullable Path output;

    @CommandLine.Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandLine.Model.CommandSpec spec;

    /** A key and the certificates that prove whose it is. */
    private record Signer(PrivateKey key, CertPath path) {
        X509Certificate certificate() {
            return (X509Certificate) path.getCertificates().get(0);
        }
    }

    @Override
    public Integer call() throws IOException {
        char[] secret = password == null
                ? Secrets.ask("Password of " + keyStore + ": ")
                : password.value().toCharArray();
        Signer signer = Checked.options(spec, () -> signer(secret));
        Path to = (output == null ? jar : output).toAbsolutePath();
        Path folder = to.getParent();
        Path written = Files.createTempFile(folder == null ? to : folder, "signed", ".jar");
        try {
            sign(signer, written);
            SurrogateJar verified = SurrogateJar.verify(
                    Files.readAllBytes(written),
                    JarLimits.of(SurrogateJarSettings.MOST_BYTES),
                    TrustedSigners.of(keyStore, signer.certificate()),
                    jar.toString());
            // Into the file that is there, or a new one: it keeps the rights by which a web server reads it.
            Files.write(to, Files.readAllBytes(written));
            spec.commandLine()
                    .getOut()
                    .println(SurrogateVerifyCommand.accepted(output == null ? jar : output, verified));
        } finally {
            Files.deleteIfExists(written);
        }
        return ExitCode.OK;
    }

    private void sign(Signer signer, Path written) throws IOException {
        try {
            JarSigning.sign(jar, signer.key(), signer.path(), written);
        } catch (NoClassDefFoundError e) {
            throw new IOException(
                    "the Java runtime in " + System.getProperty("java.home") + " has no module " + JarSigning.MODULE
                            + ", which signs jars; use one that has it, a JDK for example",
                    e);
        }
    }

    private Signer signer(char[] secret) {
        try {
            KeyStore store = KeyStore.getInstance(keyStore.toFile(), secret);
            String name = alias == null ? only(keys(store)) : alias;
            if (!(store.getKey(name, secret) instanceof PrivateKey key)) {
                throw new IllegalArgumentException(
                        keyStore + " has no private key " + name + "; it has " + keys(store));
            }
            return new Signer(
                    key,
                    CertificateFactory.getInstance("X.509").generateCertPath(List.of(store.getCertificateChain(name))));
        } catch (IOException e) {
            throw new IllegalArgumentException(FileError.reading(keyStore, e), e);
        } catch (GeneralSecurityException e) {
            throw new IllegalArgumentException(keyStore + " cannot be used: " + e.getMessage(), e);
        }
    }

    private static List<String> keys(KeyStore store) throws GeneralSecurityException {
        List<String> keys = new ArrayList<>();
        for (String one : Collections.list(store.aliases())) {
            if (store.isKeyEntry(one)) {
                keys.add(one);
            }
        }
        return keys;
    }

    private String only(List<String> keys) {
        if (keys.size() != 1) {
            throw new IllegalArgumentException(keyStore + " has " + (keys.isEmpty() ? "no key" : "the keys " + keys)
                    + "; allowed is one, or --alias names it");
        }
        return keys.get(0);
    }
}
