package org.banip.mbu.uplink;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.io.HttpClientConnection;
import org.apache.hc.core5.http.io.ResponseOutOfOrderStrategy;
import org.apache.hc.core5.util.Timeout;
import org.banip.mbu.spi.SteadyClock;
import org.jspecify.annotations.Nullable;

/**
 * Checks whether the host has answered before the end of the request, or has closed the connection. The host answers early only to report an
 * error. The rest of an endless request would then be lost.
 *
 * <p>HttpClient asks before each write. With TLS the check costs a read of up to a millisecond, so it happens at most four times a second.
 * Belongs to the thread that writes the request.
 */
final class EarlyAnswer implements ResponseOutOfOrderStrategy {
    private static final long TLS_INTERVAL_NANOS = 250_000_000L;
    private static final ThreadLocal<@Nullable Writing> WRITING = new ThreadLocal<>();
    private static final Timeout AT_ONCE = Timeout.ofMilliseconds(1); // zero would mean no time-out

    /** The connection that the thread writes to. */
    private static final class Writing {
        final HttpClientConnection connection;
        boolean answered;
        long nextTlsLookNanos = Long.MIN_VALUE;

        Writing(HttpClientConnection connection) {
            this.connection = connection;
        }
    }

    private final SteadyClock clock;

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
        Writing now = WRITING.get();
        if (now == null || now.connection != connection) {
            now = new Writing(connection);
            WRITING.set(now);
        }
        return now.answered || (connection.getSSLSession() == null ? input.available() > 0 : looksAnswered(now));
    }

    private boolean looksAnswered(Writing now) throws IOException {
        long nanos = clock.epochNanos();
        if (nanos < now.nextTlsLookNanos) {
            return false;
        }
        now.nextTlsLookNanos = nanos + TLS_INTERVAL_NANOS;
        return now.connection.isDataAvailable(AT_ONCE);
    }

    /** Sets the time-out of the answer, when the request has been written. */
    void isAwaitedFor(Duration time) {
        Writing now = WRITING.get();
        if (now != null) {
            now.connection.setSocketTimeout(Timeout.ofMilliseconds(time.toMillis()));
        }
    }

    /** Forgets the last connection. */
    void forget() {
        WRITING.remove();
    }

    /**
     * Checks while there is nothing to write.
     *
     * @return whether an answer has begun; HttpClient reads it at the next write
     * @throws IOException if the host has closed the connection
     */
    boolean hasBegun() throws IOException {
        Writing now = WRITING.get();
        if (now == null) {
            return false;
        }
        if (now.connection.isStale()) {
            throw new IOException("the connection of the data request was closed");
        }
        now.answered = now.connection.isDataAvailable(AT_ONCE);
        return now.answered;
    }
}
