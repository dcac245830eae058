package org.banip.mbu.uplink;

import java.io.IOException;
import java.io.InputStream;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.io.HttpClientConnection;
import org.apache.hc.core5.http.io.ResponseOutOfOrderStrategy;
import org.apache.hc.core5.util.Timeout;
import org.banip.mbu.sampling.SteadyClock;

/**
 * Looks before each write whether the host has answered already, which it does only to say what is wrong: the rest of an endless
 * request would go nowhere.
 *
 * <p>With TLS looking costs a read of up to a millisecond, so it happens four times a second at most. Belongs to one connection's
 * thread at a time.
 */
final class EarlyAnswer implements ResponseOutOfOrderStrategy {
    private static final long TLS_INTERVAL_NANOS = 250_000_000L;

    private final SteadyClock clock;
    private volatile long nextTlsLookNanos = Long.MIN_VALUE;

    EarlyAnswer(SteadyClock clock) {
        this.clock = clock;
    }

    @Override
    public boolean isEarlyResponseDetected(
            ClassicHttpRequest request,
            HttpClientConnection connection,
            InputStream input,
            long totalBytesSent,
            long nextWriteSize)
            throws IOException {
        if (connection.getSSLSession() == null) {
            return input.available() > 0;
        }
        long now = clock.epochNanos();
        if (now < nextTlsLookNanos) {
            return false;
        }
        nextTlsLookNanos = now + TLS_INTERVAL_NANOS;
        return connection.isDataAvailable(Timeout.ofMilliseconds(1));
    }
}
