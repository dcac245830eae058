package org.banip.surrogate.jini.settings;

import java.nio.file.Path;
import java.util.Optional;
import org.banip.server.settings.Secret;
import org.banip.server.settings.Settings;

/**
 * Where this JVM's certificate is, and whom it trusts. Does not show the passwords.
 *
 * @param keyStore PKCS#12 or JKS file with key and certificate
 * @param keyStorePassword of the file and of the key in it
 * @param trustStore PKCS#12 or JKS file with trusted certificates
 * @param trustStorePassword of that file
 */
public record JiniTlsFiles(Path keyStore, String keyStorePassword, Path trustStore, String trustStorePassword) {
    /**
     * What an operator set; empty for plain connections.
     *
     * @throws IllegalArgumentException if a part is missing
     */
    static Optional<JiniTlsFiles> of(Settings settings) {
        Optional<Path> keys = settings.find(JiniSettings.KEY_STORE);
        Optional<Path> trusted = settings.find(JiniSettings.TRUST_STORE);
        if (keys.isEmpty() && trusted.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new JiniTlsFiles(
                keys.orElseThrow(() -> missing("jini-key-store")),
                settings.find(JiniSettings.KEY_STORE_PASSWORD)
                        .map(Secret::value)
                        .orElseThrow(() -> missing("jini-key-store-password-file")),
                trusted.orElseThrow(() -> missing("jini-trust-store")),
                settings.find(JiniSettings.TRUST_STORE_PASSWORD)
                        .map(Secret::value)
                        .orElseThrow(() -> missing("jini-trust-store-password-file"))));
    }

    private static IllegalArgumentException missing(String name) {
        return new IllegalArgumentException("TLS between JVMs needs " + name + " as well: jini-key-store,"
                + " jini-key-store-password-file, jini-trust-store and jini-trust-store-password-file go together");
    }

    /** Names the files and hides the passwords. */
    @Override
    public String toString() {
        return keyStore + ", trusting " + trustStore;
    }
}
