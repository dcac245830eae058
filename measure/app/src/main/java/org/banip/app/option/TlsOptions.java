package org.banip.app.option;

import java.nio.file.Path;
import java.util.Optional;
import org.banip.app.option.Secrets.Secret;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** Key and certificate of a server. */
public final class TlsOptions {
    /** Both or none. */
    public static final class Pair {
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

        public Path file() {
            return file;
        }

        public String password() {
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

    public Optional<Pair> pair() {
        return Optional.ofNullable(pair);
    }

    public boolean allowPlain() {
        return allowPlain;
    }
}
