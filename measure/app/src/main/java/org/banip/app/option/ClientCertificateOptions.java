package org.banip.app.option;

import java.nio.file.Path;
import java.util.Optional;
import javax.net.ssl.X509ExtendedKeyManager;
import org.banip.server.settings.Secret;
import org.banip.server.tls.ReloadingTls;
import org.banip.server.tls.TlsFiles;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The certificate that an MBU shows to the broker: a mixin. */
public final class ClientCertificateOptions {
    @Option(
            names = "--client-certificate",
            paramLabel = "FILE",
            description =
                    "Show this certificate in PEM form to the broker, instead of user and password; it is read again when it"
                            + " changes. Default: none.")
    private @Nullable Path certificate;

    @Option(
            names = "--client-key",
            paramLabel = "FILE",
            description = "The private key of --client-certificate in PEM form (PKCS#8, not encrypted). Default: none.")
    private @Nullable Path key;

    @Option(
            names = "--client-key-store",
            paramLabel = "FILE",
            description = "Show the certificate of this PKCS#12 or JKS file, instead of PEM files. Default: none.")
    private @Nullable Path store;

    @Option(
            names = "--client-key-store-password-file",
            paramLabel = "FILE",
            converter = Secrets.FromFile.class,
            description = "File whose first line is the password of --client-key-store. Default: none.")
    private @Nullable Secret password;

    /** Whether there is one. */
    boolean isPresent() {
        return certificate != null || store != null;
    }

    /**
     * Key and certificate; empty if there are none.
     *
     * @throws IllegalArgumentException if an option is missing, or a file cannot be read or is malformed
     */
    Optional<X509ExtendedKeyManager> keys() {
        return files().map(ReloadingTls::keys);
    }

    private Optional<TlsFiles> files() {
        if (certificate != null && store != null) {
            throw new IllegalArgumentException(
                    "--client-certificate and --client-key-store are both given; give one of them");
        }
        if ((certificate == null) != (key == null)) {
            throw new IllegalArgumentException("--client-certificate and --client-key go together");
        }
        if ((store == null) != (password == null)) {
            throw new IllegalArgumentException("--client-key-store and --client-key-store-password-file go together");
        }
        if (certificate != null && key != null) {
            return Optional.of(TlsFiles.pem(certificate, key));
        }
        return store == null || password == null
                ? Optional.empty()
                : Optional.of(TlsFiles.keyStore(store, password.value()));
    }
}
