package org.banip.surrogate.jini.transport;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Optional;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.banip.server.tls.TrustedCertificates;

/** TLS 1.3 with this JVM's own certificate, and trust in those of a store and no others. */
public final class TlsContexts {
    static final String PROTOCOL = "TLSv1.3";

    private TlsContexts() {}

    /**
     * A context.
     *
     * @param keyStore PKCS#12 or JKS file with this JVM's key and certificate
     * @param keyStorePassword of the file and of the key in it
     * @param trustStore PEM, PKCS#12 or JKS file with the certificates, or those of the authorities, that are trusted
     * @throws IllegalArgumentException if a file is missing, cannot be read or has no key or no certificate
     */
    public static SSLContext of(Path keyStore, String keyStorePassword, Path trustStore, String trustStorePassword) {
        try {
            KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keys.init(load(keyStore, keyStorePassword, true), keyStorePassword.toCharArray());
            TrustManagerFactory trusted = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trusted.init(trusted(trustStore, trustStorePassword));
            SSLContext context = SSLContext.getInstance(PROTOCOL);
            context.init(keys.getKeyManagers(), trusted.getTrustManagers(), null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IllegalArgumentException(
                    keyStore + " and " + trustStore + " cannot be used: " + e.getMessage(), e);
        }
    }

    private static KeyStore trusted(Path file, String password) throws GeneralSecurityException {
        return TrustedCertificates.isPem(existing(file))
                ? TrustedCertificates.store(file, Optional.empty())
                : load(file, password, false);
    }

    private static Path existing(Path file) {
        if (!Files.exists(file)) {
            throw new IllegalArgumentException("there is no file " + file);
        }
        return file;
    }

    private static KeyStore load(Path file, String password, boolean keys) throws GeneralSecurityException {
        try {
            KeyStore store = KeyStore.getInstance(existing(file).toFile(), password.toCharArray());
            for (String alias : java.util.Collections.list(store.aliases())) {
                if (keys ? store.isKeyEntry(alias) : store.isCertificateEntry(alias)) {
                    return store;
                }
            }
            throw new IllegalArgumentException(file + " has no " + (keys ? "private key" : "trusted certificate"));
        } catch (IOException e) {
            throw new IllegalArgumentException(file + " cannot be read: " + e.getMessage(), e);
        }
    }
}
