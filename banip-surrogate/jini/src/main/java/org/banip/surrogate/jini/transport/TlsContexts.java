package org.banip.surrogate.jini.transport;

import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;
import org.banip.server.file.ReloadingFile;
import org.banip.server.tls.KeyMaterial;
import org.banip.server.tls.TlsFiles;
import org.banip.server.tls.TrustedCertificates;

/**
 * TLS 1.3 with this JVM's own certificate, and trust in those of a store and no others. The files are read again when one of them has changed; files
 * that cannot be read leave the last good ones in force. Each state of the files has a context of its own, so that no TLS session of an earlier state
 * is resumed. Any thread.
 */
public final class TlsContexts {
    static final String PROTOCOL = "TLSv1.3";

    private final Supplier<State> states;

    /**
     * What the files say. Immutable.
     *
     * @param trust verifies the certificates of the other side, as the context does
     */
    record State(SSLContext context, X509ExtendedTrustManager trust) {}

    TlsContexts(Supplier<State> states) {
        this.states = states;
    }

    /**
     * Reads the files.
     *
     * @param keyStore PKCS#12 or JKS file with this JVM's key and certificate
     * @param keyStorePassword of the file and of the key in it
     * @param trustStore PEM, PKCS#12 or JKS file with the certificates, or those of the authorities, that are trusted
     * @param trustStorePassword of that file; empty for PEM
     * @throws IllegalArgumentException if a file is missing, cannot be read or has no key or no certificate
     */
    public static TlsContexts of(Path keyStore, String keyStorePassword, Path trustStore, String trustStorePassword) {
        TlsFiles keys = TlsFiles.keyStore(keyStore, keyStorePassword);
        return new TlsContexts(new ReloadingFile<>(
                List.of(keyStore, trustStore),
                keyStore + " with " + trustStore,
                () -> read(keys, TrustedCertificates.trustManager(trustStore, Optional.of(trustStorePassword))),
                System::nanoTime));
    }

    private static State read(TlsFiles files, X509ExtendedTrustManager trust) {
        try {
            KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keys.init(KeyMaterial.read(files), files.password().toCharArray());
            SSLContext context = SSLContext.getInstance(PROTOCOL);
            context.init(keys.getKeyManagers(), new TrustManager[] {trust}, null);
            return new State(context, trust);
        } catch (GeneralSecurityException e) {
            throw new IllegalArgumentException(files + " cannot be used: " + e.getMessage(), e);
        }
    }

    /** What is in force for new connections. */
    State newest() {
        return states.get();
    }
}
