package org.banip.app.option;

import java.nio.file.Path;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.X509ExtendedTrustManager;
import org.banip.core.text.TlsFailure;
import org.banip.server.tls.TrustedCertificates;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The certificate authorities that a client trusts: a mixin. */
public final class TrustOption {
    @Option(
            names = "--trust",
            paramLabel = "FILE",
            description =
                    "Trust the certificate authorities of this file in PEM form, and no others. Default: those of this Java.")
    private @Nullable Path file;

    /** The file; empty for the authorities of Java. */
    public Optional<Path> file() {
        return Optional.ofNullable(file);
    }

    /**
     * TLS with this trust; empty for that of Java.
     *
     * @throws IllegalArgumentException if the file cannot be read or has no certificate
     */
    public Optional<SSLContext> tls() {
        return existing().map(TrustedCertificates::client);
    }

    /**
     * What decides with this trust, for an MBU, whose uplinks may use another TLS than Java's; empty for the trust of Java.
     *
     * @throws IllegalArgumentException if the file cannot be read or has no certificate
     */
    public Optional<X509ExtendedTrustManager> trustManager() {
        return existing().map(TrustedCertificates::trustManager);
    }

    private Optional<Path> existing() {
        return Optional.ofNullable(file).map(path -> ExistingFile.of("--trust", path));
    }

    /** The message of a failed connection, with the option that helps if there is one. */
    public static String advised(String message) {
        return message.endsWith(TlsFailure.UNTRUSTED) ? message + "; --trust FILE names one" : message;
    }
}
