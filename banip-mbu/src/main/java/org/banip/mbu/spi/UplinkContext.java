package org.banip.mbu.spi;

import java.net.URI;
import java.util.concurrent.atomic.AtomicLong;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.mbu.settings.Credentials;
import org.banip.mbu.settings.HttpSettings;

/**
 * What an uplink needs of its MBU.
 *
 * @param base the broker's base URL; ends with {@code /}
 * @param credentials shown with every request
 * @param settings of sockets and HTTP
 * @param clock for what must not happen too often
 * @param traffic counts connections and bytes
 * @param threadSuffix tells this MBU's threads from another's, for example {@code ban-17}
 */
public record UplinkContext(
        URI base,
        Credentials credentials,
        HttpSettings settings,
        SteadyClock clock,
        Traffic traffic,
        String threadSuffix) {
    /** The URL of a resource relative to the base; must stay below it, since credentials go there. */
    public URI resolve(String relative) {
        URI resolved = base.resolve(relative).normalize();
        if (!resolved.toString().startsWith(base.toString())) {
            throw new BanipException(
                    ErrorCode.MALFORMED_REQUEST, "'" + relative + "' leads out of the base URL " + base);
        }
        return resolved;
    }

    /** Counts what an uplink does on the network. Any thread. */
    public static final class Traffic {
        private final AtomicLong connections = new AtomicLong();
        private final AtomicLong bytesOut = new AtomicLong();
        private final AtomicLong bytesIn = new AtomicLong();

        /** All zero. */
        public Traffic() {}

        /** A connection was made. */
        public void connected() {
            connections.incrementAndGet();
        }

        /** Bytes were written to a socket. */
        public void sent(int bytes) {
            bytesOut.addAndGet(bytes);
        }

        /** Bytes were read from a socket. */
        public void received(int bytes) {
            bytesIn.addAndGet(bytes);
        }

        /** Connections made. */
        public long connections() {
            return connections.get();
        }

        /** Bytes written to sockets. */
        public long bytesOut() {
            return bytesOut.get();
        }

        /** Bytes read from sockets. */
        public long bytesIn() {
            return bytesIn.get();
        }
    }
}
