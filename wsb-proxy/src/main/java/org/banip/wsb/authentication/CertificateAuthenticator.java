package org.banip.wsb.authentication;

import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import javax.net.ssl.X509ExtendedTrustManager;
import org.banip.server.tls.ClientCertificates;
import org.banip.server.tls.RevokedCertificates;
import org.banip.wsb.spi.Authentication;
import org.banip.wsb.spi.AuthenticationRequest;
import org.banip.wsb.spi.Authenticator;
import org.banip.wsb.spi.Identity;

/**
 * Users whose certificates, which they showed in the TLS handshake, are {@linkplain ClientCertificates verified}. A request with the header
 * {@code Authorization} is left to other authenticators. Any thread.
 */
public final class CertificateAuthenticator implements Authenticator {
    private static final Authentication NOT_PRESENTED = new Authentication.NotPresented();
    private static final String SETTING = "client-ca";

    private final ClientCertificates<Identity> certificates;

    private CertificateAuthenticator(ClientCertificates<Identity> certificates) {
        this.certificates = certificates;
    }

    CertificateAuthenticator(
            Supplier<X509ExtendedTrustManager> authorities,
            Supplier<RevokedCertificates> revoked,
            InstantSource clock) {
        this(new ClientCertificates<>(SETTING, authorities, revoked, CertificateNames::identity, clock));
    }

    /**
     * Reads the files, which are read again when they change.
     *
     * @param authorities certificates in PEM form
     * @param revoked serial numbers and SHA-256 fingerprints, one on each line
     * @throws IllegalArgumentException if a file is malformed
     * @throws java.io.UncheckedIOException if one cannot be read
     */
    public static CertificateAuthenticator open(Path authorities, Optional<Path> revoked) {
        return new CertificateAuthenticator(
                ClientCertificates.open(SETTING, authorities, revoked, CertificateNames::identity));
    }

    /** A 401 answer must name a scheme; there is none for certificates (RFC 9110, section 11.6.1). */
    @Override
    public String challenge() {
        return ClientCertificates.CHALLENGE;
    }

    @Override
    public CompletionStage<Authentication> authenticate(AuthenticationRequest request) {
        List<X509Certificate> chain = request.certificates();
        return CompletableFuture.completedFuture(
                chain.isEmpty() || request.authorization().isPresent() ? NOT_PRESENTED : verify(chain));
    }

    private Authentication verify(List<X509Certificate> chain) {
        try {
            ClientCertificates<Identity>.Verdict verdict = certificates.verify(chain);
            return verdict.wrong()
                    .<Authentication>map(why -> new Authentication.Refused(
                            Authentication.Fault.WRONG_SECRET, why, "the client certificate is not accepted: " + why))
                    .orElseGet(() -> new Authentication.Accepted(verdict.shown().name(), verdict.shown()::lapsed));
        } catch (IllegalArgumentException e) {
            String why = String.valueOf(e.getMessage());
            return new Authentication.Refused(Authentication.Fault.MALFORMED, why, why);
        }
    }

    /** Certificates that need no verification. */
    int remembered() {
        return certificates.remembered();
    }
}
