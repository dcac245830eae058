package org.banip.server.tls;

import java.security.KeyStore;
import java.security.KeyStoreException;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.banip.server.log.ServerLog;
import org.slf4j.Logger;

/**
 * Warns the operator of a server whose certificate has expired or soon expires: when it is read, and from then on once a day, when a handshake
 * begins. Any thread.
 */
final class CertificateExpiry {
    private static final Logger LOG = ServerLog.of(CertificateExpiry.class);
    private static final Duration AHEAD = Duration.ofDays(14);
    private static final long DAY_NANOS = Duration.ofDays(1).toNanos();

    private final TlsFiles files;
    private final LongSupplier nanoClock;
    private final Clock clock;
    private final AtomicLong lookedAt;

    private volatile Optional<X509Certificate> first = Optional.empty();

    CertificateExpiry(TlsFiles files, LongSupplier nanoClock, Clock clock) {
        this.files = files;
        this.nanoClock = nanoClock;
        this.clock = clock;
        lookedAt = new AtomicLong(nanoClock.getAsLong());
    }

    /** The server has read these keys. */
    void read(KeyStore keys) throws KeyStoreException {
        first = firstToExpire(keys);
        lookedAt.set(nanoClock.getAsLong());
        warn();
    }

    /** A certificate is used. */
    void used() {
        long now = nanoClock.getAsLong();
        long last = lookedAt.get();
        if (now - last >= DAY_NANOS && lookedAt.compareAndSet(last, now)) {
            warn();
        }
    }

    private void warn() {
        Instant now = clock.instant();
        first.ifPresent(certificate -> {
            Instant end = certificate.getNotAfter().toInstant();
            String subject = certificate.getSubjectX500Principal().getName();
            if (end.isBefore(now)) {
                LOG.warn(
                        "- the certificate of {} in {} has expired at {}: clients refuse this server; put a new one in its place,"
                                + " which is used without a restart",
                        subject,
                        files.certificate(),
                        end);
            } else if (end.isBefore(now.plus(AHEAD))) {
                LOG.warn(
                        "- the certificate of {} in {} expires at {}: from then on clients refuse this server; put a new one in its"
                                + " place, which is used without a restart",
                        subject,
                        files.certificate(),
                        end);
            }
        });
    }

    /** Of the server's certificate and those that signed it. */
    private static Optional<X509Certificate> firstToExpire(KeyStore keys) throws KeyStoreException {
        for (String alias : Collections.list(keys.aliases())) {
            Certificate[] chain = keys.isKeyEntry(alias) ? keys.getCertificateChain(alias) : null;
            if (chain != null) {
                return Arrays.stream(chain)
                        .filter(X509Certificate.class::isInstance)
                        .map(X509Certificate.class::cast)
                        .min(Comparator.comparing(X509Certificate::getNotAfter));
            }
        }
        return Optional.empty();
    }
}
