package org.banip.server.tls;

import java.net.Socket;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.function.Supplier;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.X509ExtendedTrustManager;
import org.banip.server.file.ReloadingFile;
import org.jspecify.annotations.Nullable;

/**
 * Takes any certificate of a client, of which the handshake proves that the client has its key, and names the authorities whose certificates are
 * wanted. <strong>The application must verify the certificate of each request itself</strong>: so it can tell in HTTP what is wrong with it, where a
 * failed handshake would look like a broken connection to the client, and it finds a revoked one on connections that exist. TLS 1.3 sessions with a
 * certificate are not resumed: a client that has got another certificate would still be known by the old one. Any thread.
 */
public final class ClaimedCertificates extends X509ExtendedTrustManager {
    private static final String TLS_1_3 = "TLSv1.3";

    private final Supplier<X509ExtendedTrustManager> wanted;

    private ClaimedCertificates(Supplier<X509ExtendedTrustManager> wanted) {
        this.wanted = wanted;
    }

    /**
     * Wants the certificates of these authorities.
     *
     * @param authorities a file in PEM form, which is read again when it changes
     * @throws IllegalArgumentException if the file cannot be read or has none
     */
    public static ClaimedCertificates of(Path authorities) {
        return new ClaimedCertificates(
                new ReloadingFile<>(authorities, TrustedCertificates::trustManager, System::nanoTime));
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return wanted.get().getAcceptedIssuers();
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {
        if (socket instanceof SSLSocket tls) {
            doNotResume(tls.getHandshakeSession());
        }
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {
        doNotResume(engine.getHandshakeSession());
    }

    /**
     * The connection goes on, but its client gets no ticket. With TLS 1.2 the server has promised a ticket before it sees the certificate (RFC 5077,
     * section 3.3), so there sessions are resumed. QUIC has ticket keys instead.
     */
    private static void doNotResume(@Nullable SSLSession session) {
        if (session != null && TLS_1_3.equals(session.getProtocol())) {
            session.invalidate();
        }
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
        throw forClients();
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) throws CertificateException {
        throw forClients();
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) throws CertificateException {
        throw forClients();
    }

    private static CertificateException forClients() {
        return new CertificateException("this is for certificates of clients only");
    }
}
