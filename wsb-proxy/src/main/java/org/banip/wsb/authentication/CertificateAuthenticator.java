package org.banip.wsb.authentication;

import java.nio.file.Path;
import java.security.cert.CertificateEncodingException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.security.cert.X509Certificate;
import java.time.InstantSource;
import java.util.Collections;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import javax.net.ssl.X509ExtendedTrustManager;
import org.banip.server.file.ReloadingFile;
import org.banip.server.tls.TrustedCertificates;
import org.banip.wsb.spi.Authentication;
import org.banip.wsb.spi.AuthenticationRequest;
import org.banip.wsb.spi.Authenticator;
import org.banip.wsb.spi.Identity;
import org.banip.wsb.spi.Proof;

/**
 * Certificates that clients showed in the TLS handshake, which proved that they have the key. This class verifies that an authority of the operator
 * has signed them for clients, that they are valid now, and whose they are. A request with the header {@code Authorization} is left to other
 * authenticators. A certificate that was verified once is not verified again before the authorities change. Any thread.
 */
public final class CertificateAuthenticator implements Authenticator {
    private static final Authentication NOT_PRESENTED = new Authentication.NotPresented();
    private static final int REMEMBERED = 10_000;

    /**
     * The client's own certificate and those that signed it. When Java looks for an authority, it tries every order of certificates that have one
     * name, so the time grows with the factorial of their number, and anybody may show any certificates.
     */
    private static final int MOST_CERTIFICATES = 4;

    /** Bytes of all of them. TLS over TCP has about the same limit, QUIC a higher one. */
    private static final int MOST_BYTES = 32_768;

    private final Supplier<X509ExtendedTrustManager> authorities;
    private final Supplier<RevokedCertificates> revoked;
    private final InstantSource clock;

    /** By the client's own certificate, so that one client has one entry. The one that was used longest ago is forgotten. */
    private final Map<X509Certificate, Shown> verified =
            Collections.synchronizedMap(new LinkedHashMap<>(16, 0.75f, true) {
                private static final long serialVersionUID = 1L;

                @Override
                protected boolean removeEldestEntry(Map.Entry<X509Certificate, Shown> eldest) {
                    return size() > REMEMBERED;
                }
            });

    CertificateAuthenticator(
            Supplier<X509ExtendedTrustManager> authorities,
            Supplier<RevokedCertificates> revoked,
            InstantSource clock) {
        this.authorities = authorities;
        this.revoked = revoked;
        this.clock = clock;
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
                new ReloadingFile<>(authorities, TrustedCertificates::trustManager, System::nanoTime),
                revoked.<Supplier<RevokedCertificates>>map(
                                file -> new ReloadingFile<>(file, RevokedCertificates::read, System::nanoTime))
                        .orElse(() -> RevokedCertificates.NONE),
                InstantSource.system());
    }

    /** A 401 answer must name a scheme; there is none for certificates (RFC 9110, section 11.6.1). */
    @Override
    public String challenge() {
        return "ClientCertificate realm=\"BANip\"";
    }

    @Override
    public CompletionStage<Authentication> authenticate(AuthenticationRequest request) {
        List<X509Certificate> chain = request.certificates();
        return CompletableFuture.completedFuture(
                chain.isEmpty() || request.authorization().isPresent() ? NOT_PRESENTED : verify(chain));
    }

    private Authentication verify(List<X509Certificate> chain) {
        try {
            checkSize(chain);
            X509Certificate own = chain.get(0);
            Shown known = verified.get(own);
            if (known != null && known.lapsed().isEmpty()) {
                return new Authentication.Accepted(known.identity, known);
            }
            verified.remove(own);
            return verifyAnew(own, chain);
        } catch (CertificateEncodingException | IllegalStateException e) { // the latter by Netty, which parses late
            return malformed("a certificate that the client showed is malformed");
        } catch (IllegalArgumentException e) {
            return malformed(String.valueOf(e.getMessage()));
        }
    }

    private static void checkSize(List<X509Certificate> chain) throws CertificateEncodingException {
        if (chain.size() > MOST_CERTIFICATES) {
            throw new IllegalArgumentException("the client showed " + chain.size() + " certificates, at most "
                    + MOST_CERTIFICATES + " are allowed: its own, and those that signed it");
        }
        int bytes = 0;
        for (X509Certificate certificate : chain) {
            bytes += certificate.getEncoded().length;
        }
        if (bytes > MOST_BYTES) {
            throw new IllegalArgumentException(
                    "the client's certificates have " + bytes + " bytes, at most " + MOST_BYTES + " are allowed");
        }
    }

    private Authentication verifyAnew(X509Certificate own, List<X509Certificate> chain) {
        Shown shown = new Shown(CertificateNames.identity(own), chain);
        Optional<String> wrong = shown.lapsed();
        if (wrong.isPresent()) {
            return new Authentication.Refused(
                    Authentication.Fault.WRONG_SECRET,
                    wrong.get(),
                    "the client certificate is not accepted: " + wrong.get());
        }
        verified.put(own, shown);
        return new Authentication.Accepted(shown.identity, shown);
    }

    private static Authentication malformed(String why) {
        return new Authentication.Refused(Authentication.Fault.MALFORMED, why, why);
    }

    /** Certificates that need no verification. */
    int remembered() {
        return verified.size();
    }

    /** Certificates of a client. */
    private final class Shown implements Proof {
        private final Identity identity;
        private final List<X509Certificate> chain;

        /** The authorities by which it was verified last. */
        private volatile Optional<X509ExtendedTrustManager> verifiedBy = Optional.empty();

        Shown(Identity identity, List<X509Certificate> chain) {
            this.identity = identity;
            this.chain = chain;
        }

        @Override
        public Optional<String> lapsed() {
            RevokedCertificates list = revoked.get();
            if (list.has(chain.get(0))) {
                return Optional.of("the certificate of " + identity + " was revoked");
            }
            if (chain.stream().skip(1).anyMatch(list::hasFingerprintOf)) {
                return Optional.of("an authority that signed the certificate of " + identity + " was revoked");
            }
            return untimely().or(this::untrusted);
        }

        private Optional<String> untimely() {
            Date now = Date.from(clock.instant());
            try {
                for (X509Certificate certificate : chain) {
                    certificate.checkValidity(now);
                }
                return Optional.empty();
            } catch (CertificateExpiredException e) {
                return Optional.of("the certificate of " + identity + " has expired");
            } catch (CertificateNotYetValidException e) {
                return Optional.of("the certificate of " + identity + " is not valid yet; check the clocks");
            }
        }

        @SuppressWarnings("ReferenceEquality") // The authorities are another object each time they were read.
        private Optional<String> untrusted() {
            X509ExtendedTrustManager now = authorities.get();
            if (verifiedBy.isPresent() && verifiedBy.get() == now) {
                return Optional.empty();
            }
            try {
                now.checkClientTrusted(
                        chain.toArray(X509Certificate[]::new),
                        chain.get(0).getPublicKey().getAlgorithm());
                verifiedBy = Optional.of(now);
                return Optional.empty();
            } catch (CertificateException e) {
                return Optional.of("the certificate of " + identity
                        + " is not one for clients that an authority of client-ca has signed");
            }
        }
    }
}
