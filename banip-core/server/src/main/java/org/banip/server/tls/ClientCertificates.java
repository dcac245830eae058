package org.banip.server.tls;

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
import java.util.function.Function;
import java.util.function.Supplier;
import javax.net.ssl.X509ExtendedTrustManager;
import org.banip.server.file.ReloadingFile;
import org.jspecify.annotations.Nullable;

/**
 * Verifies certificates that clients showed in the TLS handshake, which proved that they have the key: that an authority of the operator has signed
 * them for clients, that they are valid now and not revoked, and whose they are. A certificate that was verified once is not verified again before the
 * authorities change. Any thread.
 *
 * @param <N> the name of a client
 */
public final class ClientCertificates<N> {
    /** The attribute of a servlet request in which the container or Jetty keeps the certificates that its client showed. */
    public static final String ATTRIBUTE = "jakarta.servlet.request.X509Certificate";

    /** What a 401 answer says in {@code WWW-Authenticate} if a certificate is wanted; no scheme is registered for them. */
    public static final String CHALLENGE = "ClientCertificate realm=\"BANip\"";

    private static final int REMEMBERED = 10_000;

    /**
     * The client's own certificate and those that signed it. When Java looks for an authority, it tries every order of certificates that have one
     * name, so the time grows with the factorial of their number, and anybody may show any certificates.
     */
    private static final int MOST_CERTIFICATES = 4;

    /** Bytes of all of them. TLS over TCP has about the same limit, QUIC a higher one. */
    private static final int MOST_BYTES = 32_768;

    private final String setting;
    private final Supplier<X509ExtendedTrustManager> authorities;
    private final Supplier<RevokedCertificates> revoked;
    private final Function<X509Certificate, N> names;
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

    /**
     * Certificates of these authorities.
     *
     * @param setting names the authorities in messages
     * @param names the name of the client whose certificate it is; throws {@code IllegalArgumentException} if it has none
     */
    public ClientCertificates(
            String setting,
            Supplier<X509ExtendedTrustManager> authorities,
            Supplier<RevokedCertificates> revoked,
            Function<X509Certificate, N> names,
            InstantSource clock) {
        this.setting = setting;
        this.authorities = authorities;
        this.revoked = revoked;
        this.names = names;
        this.clock = clock;
    }

    /**
     * Reads the files, which are read again when they change.
     *
     * @param setting names the authorities in messages
     * @param authorities certificates in PEM form
     * @param revoked serial numbers and SHA-256 fingerprints, one on each line
     * @param names the name of the client whose certificate it is; throws {@code IllegalArgumentException} if it has none
     * @throws IllegalArgumentException if a file is malformed
     * @throws java.io.UncheckedIOException if one cannot be read
     */
    public static <N> ClientCertificates<N> open(
            String setting, Path authorities, Optional<Path> revoked, Function<X509Certificate, N> names) {
        return new ClientCertificates<>(
                setting,
                new ReloadingFile<>(authorities, TrustedCertificates::trustManager, System::nanoTime),
                revoked.<Supplier<RevokedCertificates>>map(
                                file -> new ReloadingFile<>(file, RevokedCertificates::read, System::nanoTime))
                        .orElse(() -> RevokedCertificates.NONE),
                names,
                InstantSource.system());
    }

    /** The certificates that a client showed, its own first. Empty if it showed none: then a request lacks {@link #ATTRIBUTE}, which is null. */
    public static List<X509Certificate> of(@Nullable Object attribute) {
        return attribute instanceof X509Certificate[] certificates ? List.of(certificates) : List.of();
    }

    /** A verdict. */
    public final class Verdict {
        private final Shown shown;
        private final Optional<String> wrong;

        private Verdict(Shown shown, Optional<String> wrong) {
            this.shown = shown;
            this.wrong = wrong;
        }

        /** Whose certificates they are; they count only if nothing is {@linkplain #wrong wrong}. */
        public Shown shown() {
            return shown;
        }

        /** Why they are not accepted, without secrets; empty if they are. */
        public Optional<String> wrong() {
            return wrong;
        }
    }

    /**
     * Judges certificates.
     *
     * @param chain what the client showed, its own first; not empty
     * @throws IllegalArgumentException if they are malformed, too many, too long, or have no name
     */
    public Verdict verify(List<X509Certificate> chain) {
        try {
            checkSize(chain);
            X509Certificate own = chain.get(0);
            Shown known = verified.get(own);
            if (known != null && known.lapsed().isEmpty()) {
                return new Verdict(known, Optional.empty());
            }
            verified.remove(own);
            Shown shown = new Shown(names.apply(own), chain);
            Optional<String> wrong = shown.lapsed();
            if (wrong.isEmpty()) {
                verified.put(own, shown);
            }
            return new Verdict(shown, wrong);
        } catch (CertificateEncodingException | IllegalStateException e) { // the latter by Netty, which parses late
            throw new IllegalArgumentException("a certificate that the client showed is malformed", e);
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

    /** Certificates that need no verification. */
    public int remembered() {
        return verified.size();
    }

    /** Certificates of a client. Any thread. */
    public final class Shown {
        private final N name;
        private final List<X509Certificate> chain;

        /** The authorities by which it was verified last. */
        private volatile Optional<X509ExtendedTrustManager> verifiedBy = Optional.empty();

        private Shown(N name, List<X509Certificate> chain) {
            this.name = name;
            this.chain = chain;
        }

        /** Whose they are. */
        public N name() {
            return name;
        }

        /** Why they are not accepted any more, without secrets; empty while they are. Returns at once. */
        public Optional<String> lapsed() {
            RevokedCertificates list = revoked.get();
            if (list.has(chain.get(0))) {
                return Optional.of("the certificate of " + name + " was revoked");
            }
            if (chain.stream().skip(1).anyMatch(list::hasFingerprintOf)) {
                return Optional.of("an authority that signed the certificate of " + name + " was revoked");
            }
            return untimely().or(this::untrusted);
        }

        private Optional<String> untimely() {
            Date now = Date.from(clock.instant());
            for (X509Certificate certificate : chain) {
                try {
                    certificate.checkValidity(now);
                } catch (CertificateExpiredException e) {
                    return Optional.of("the certificate of " + name + " has expired at "
                            + certificate.getNotAfter().toInstant());
                } catch (CertificateNotYetValidException e) {
                    return Optional.of("the certificate of " + name + " is not valid yet, but from "
                            + certificate.getNotBefore().toInstant() + " on; check the clocks");
                }
            }
            return Optional.empty();
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
                return Optional.of("the certificate of " + name + " is not one for clients that an authority of "
                        + setting + " has signed");
            }
        }
    }
}
