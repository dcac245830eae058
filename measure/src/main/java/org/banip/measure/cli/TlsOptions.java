package org.banip.measure.cli;

import java.nio.file.Path;
import java.util.Optional;
import org.banip.measure.cli.Secrets.Secret;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** Key and certificate of a server. */
final class TlsOptions {
    /** Both or none. */
    static final class Pair {
        @Option(
                names = "--key-store",
                paramLabel = "FILE",
                required = true,
                description = "Speak TLS, with key and certificate of this PKCS #12 or JKS file. Default: plain HTTP.")
        @SuppressWarnings("NullAway.Init") // picocli sets it
        private Path file;

        @Option(
                names = "--key-store-password-file",
                paramLabel = "FILE",
                required = true,
                converter = Secrets.FromFile.class,
                description = "The key store's password is the first line of this file. No default.")
        @SuppressWarnings("NullAway.Init") // picocli sets it
        private Secret password;

        Path file() {
            return file;
        }

        String password() {
            return password.value();
        }
    }

    @ArgGroup(exclusive = false)
    private @Nullable Pair pair;

    @Option(
            names = "--allow-plain",
            description =
                    "Listen beyond this machine without TLS, because something else protects the network. Default: no.")
    private boolean allowPlain;

    Optional<Pair> pair() {
        return Optional.ofNullable(pair);
    }

    boolean allowPlain() {
        return allowPlain;
    }
}
