package org.banip.server.container;

import java.io.File;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * TLS of a container that asks clients for certificates.
 *
 * @param keyStore a PKCS#12 file with its key, under the password of {@link org.banip.server.tls.TestKeys}
 * @param clients the certificates that it trusts
 */
record ContainerTls(String keyStore, KeyStore clients) {
    /** As all key stores of tests. */
    static final String PASSWORD = "changeit";

    /**
     * What the parameters say, which are not for the web application; null if they say nothing.
     *
     * @param parameters {@code container.key-store}, and {@code container.client-store} with the certificate of a client
     */
    static @Nullable ContainerTls take(Map<String, String> parameters) {
        String keyStore = parameters.remove("container.key-store");
        String client = parameters.remove("container.client-store");
        if (keyStore == null) {
            return null;
        }
        try {
            KeyStore shown = KeyStore.getInstance(new File(client), PASSWORD.toCharArray());
            KeyStore trusted = KeyStore.getInstance("PKCS12");
            trusted.load(null, null);
            trusted.setCertificateEntry(
                    "client", shown.getCertificate(shown.aliases().nextElement()));
            return new ContainerTls(keyStore, trusted);
        } catch (IOException | GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}
