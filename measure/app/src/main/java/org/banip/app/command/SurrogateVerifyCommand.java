package org.banip.app.command;

import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.banip.app.option.Checked;
import org.banip.app.option.Secrets;
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

/** {@code banip surrogate verify}. */
@Command(
        name = "verify",
        header = "Says whether a surrogate host would accept a jar.",
        description =
                "Checks signature, signer and surrogate class as a host does, without running any code of the jar.")
final class SurrogateVerifyCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "JAR", description = "The jar.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private Path jar;

    @Option(
            names = "--truststore",
            paramLabel = "FILE",
            required = true,
            description = "Certificates of those who may sign: PEM, PKCS#12 or JKS. Needed, no default.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private Path trustStore;

    @Option(
            names = "--truststore-password-file",
            paramLabel = "FILE",
            converter = Secrets.FromFile.class,
            description = "Its first line is the password of that PKCS#12 or JKS file. Default: none.")
    private @Nullable Secret password;

    @Option(
            names = "--bytes",
            paramLabel = "N",
            description = "Longest jar, as the host's surrogate-jar-bytes. Default: 8388608.")
    private int bytes = SurrogateJarSettings.DEFAULT_BYTES;

    @CommandLine.Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandLine.Model.CommandSpec spec;

    @Override
    public Integer call() {
        TrustedSigners trusted = Checked.options(
                spec,
                () -> TrustedSigners.read(
                        trustStore, Optional.ofNullable(password).map(Secret::value)));
        SurrogateJar verified = SurrogateJar.verify(jar, JarLimits.of(bytes), trusted);
        spec.commandLine().getOut().println(accepted(jar, verified));
        return ExitCode.OK;
    }

    /** What is said of a jar that a host accepts. */
    static String accepted(Path jar, SurrogateJar verified) {
        return jar + ": surrogate " + verified.surrogateClass() + ", " + verified.entries()
                + (verified.entries() == 1 ? " entry" : " entries") + " signed by " + verified.signer() + ", SHA-256 "
                + verified.fingerprint();
    }
}
