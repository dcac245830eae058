package org.banip.server.tls;

import java.net.Socket;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.Optional;
import java.util.function.Supplier;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;
import org.banip.server.file.ReloadingFile;
import org.jspecify.annotations.Nullable;

/** Trusts the certificates of a file in PEM form, which is read again when it changes: the next handshake uses it. Any thread. */
public final class ReloadingTrust extends X509ExtendedTrustManager {
    private final Supplier<X509ExtendedTrustManager> file;

    private ReloadingTrust(Supplier<X509ExtendedTrustManager> file) {
        this.file = file;
    }

    /**
     * TLS of a client that trusts the certificates of this file only.
     *
     * @throws IllegalArgumentException if the file cannot be read or has none
     */
    public static SSLContext client(Path file) {
        return client(Optional.of(file), Optional.empty());
    }

    /**
     * TLS of a client.
     *
     * @param file the certificates that it trusts, and no others; without one, those of this Java
     * @param own key and certificate that it shows to servers that ask for one, read again when they change
     * @throws IllegalArgumentException if a file cannot be read, has no certificate, or key and certificate do not belong together
     */
    public static SSLContext client(Optional<Path> file, Optional<TlsFiles> own) {
        TrustManager @Nullable [] trust = file.map(path -> new TrustManager[] {
                    new ReloadingTrust(new ReloadingFile<>(path, TrustedCertificates::trustManager, System::nanoTime))
                })
                .orElse(null);
        KeyManager @Nullable [] keys =
                own.map(files -> new KeyManager[] {ReloadingTls.keys(files)}).orElse(null);
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keys, trust, null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java has no TLS: " + e.getMessage(), e);
        }
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return file.get().getAcceptedIssuers();
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
        file.get().checkClientTrusted(chain, type);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) throws CertificateException {
        file.get().checkClientTrusted(chain, type, socket);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) throws CertificateException {
        file.get().checkClientTrusted(chain, type, engine);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
        file.get().checkServerTrusted(chain, type);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) throws CertificateException {
        file.get().checkServerTrusted(chain, type, socket);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) throws CertificateException {
        file.get().checkServerTrusted(chain, type, engine);
    }
}
