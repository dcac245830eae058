package org.banip.surrogate.jini.transport;

import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/**
 * The other side of one connection, as its certificate proves it. The handshake verifies the certificate; it is verified anew when the files have
 * changed, so that a connection ends which a new one would not replace. Any thread.
 */
final class VerifiedPeer {
    /** How Java's verification calls the key exchange of a TLS 1.3 server. */
    private static final String UNKNOWN_KEY_EXCHANGE = "UNKNOWN";

    private final TlsContexts tls;
    private final boolean isClient;

    /** What the files said when it was verified last. */
    private volatile TlsContexts.@Nullable State verifiedBy;

    /**
     * Not verified yet.
     *
     * @param isClient whether it is the other side that has connected
     */
    VerifiedPeer(TlsContexts tls, boolean isClient) {
        this.tls = tls;
        this.isClient = isClient;
    }

    /** The context of the handshake: what the files say now. */
    SSLContext context() {
        TlsContexts.State now = tls.newest();
        verifiedBy = now;
        return now.context();
    }

    /**
     * Returns at once while the files are the same.
     *
     * @throws SSLPeerUnverifiedException if the certificate is not trusted any more
     */
    @SuppressWarnings("ReferenceEquality") // another object each time the files were read
    void verify(SSLSocket secured) throws SSLPeerUnverifiedException {
        TlsContexts.State now = tls.newest();
        if (now == verifiedBy) {
            return;
        }
        X509Certificate[] chain = (X509Certificate[]) secured.getSession().getPeerCertificates();
        try {
            if (isClient) {
                now.trust().checkClientTrusted(chain, chain[0].getPublicKey().getAlgorithm());
            } else {
                now.trust().checkServerTrusted(chain, UNKNOWN_KEY_EXCHANGE);
            }
        } catch (CertificateException e) {
            SSLPeerUnverifiedException untrusted =
                    new SSLPeerUnverifiedException("its certificate is not trusted any more: " + e.getMessage());
            untrusted.initCause(e);
            throw untrusted;
        }
        verifiedBy = now;
    }
}
