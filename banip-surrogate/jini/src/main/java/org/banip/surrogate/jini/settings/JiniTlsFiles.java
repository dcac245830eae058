package org.banip.surrogate.jini.settings;

import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.banip.server.settings.Secret;
import org.banip.server.tls.TrustedCertificates;
import org.banip.surrogate.jini.transport.TlsContexts;

/**
 * Where this JVM's certificate is, and whom it trusts. Does not show the passwords.
 *
 * @param keyStore PKCS#12 or JKS file with key and certificate
 * @param keyStorePassword of the file and of the key in it
 * @param trustStore PEM, PKCS#12 or JKS file with trusted certificates
 * @param trustStorePassword of that file; empty for PEM
 */
public record JiniTlsFiles(Path keyStore, String keyStorePassword, Path trustStore, String trustStorePassword) {
    /**
     * What an operator set; empty for plain connections.
     *
     * @param prefix what the names of the settings begin with, for messages
     * @throws IllegalArgumentException if a part is missing
     */
    public static Optional<JiniTlsFiles> of(
            String prefix,
            Optional<Path> keyStore,
            Optional<Secret> keyStorePassword,
            Optional<Path> trustStore,
            Optional<Secret> trustStorePassword) {
        if (keyStore.isEmpty() && trustStore.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new JiniTlsFiles(
                keyStore.orElseThrow(() -> missing(prefix, "key-store")),
                keyStorePassword.map(Secret::value).orElseThrow(() -> missing(prefix, "key-store-password-file")),
                trustStore.orElseThrow(() -> missing(prefix, "trust-store")),
                trustStorePassword
                        .map(Secret::value)
                        .or(() -> trustStore.filter(TrustedCertificates::isPem).map(file -> ""))
                        .orElseThrow(() -> missing(prefix, "trust-store-password-file"))));
    }

    private static IllegalArgumentException missing(String prefix, String name) {
        String all = Stream.of("key-store", "key-store-password-file", "trust-store", "trust-store-password-file")
                .map(each -> prefix + each)
                .collect(Collectors.joining(", "));
        return new IllegalArgumentException("TLS between JVMs needs " + prefix + name + " as well: " + all
                + " go together; a trust store in PEM form has no password");
    }

    /**
     * TLS 1.3 with these files, which are read again when they change.
     *
     * @throws IllegalArgumentException if a file is missing, cannot be read or has no key or no certificate
     */
    public TlsContexts contexts() {
        return TlsContexts.of(keyStore, keyStorePassword, trustStore, trustStorePassword);
    }

    /** Names the files and hides the passwords. */
    @Override
    public String toString() {
        return keyStore + ", trusting " + trustStore;
    }
}
