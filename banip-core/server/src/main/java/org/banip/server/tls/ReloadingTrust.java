package org.banip.server.tls;

import java.net.Socket;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;
import org.banip.server.file.ReloadingFile;

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
        ReloadingTrust trust =
                new ReloadingTrust(new ReloadingFile<>(file, TrustedCertificates::trustManager, System::nanoTime));
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, new TrustManager[] {trust}, null);
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
