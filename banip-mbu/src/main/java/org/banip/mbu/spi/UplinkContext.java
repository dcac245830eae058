package org.banip.mbu.spi;

import java.net.InetAddress;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.interconnect.Protocol;
import org.banip.mbu.settings.Credentials;
import org.banip.mbu.settings.HttpSettings;

/**
 * What an uplink needs from its MBU.
 *
 * @param base the broker's base URL; ends with {@code /}
 * @param credentials sent with every request
 * @param settings of sockets and HTTP
 * @param clock limits how often something is done
 * @param traffic counts connections and bytes
 * @param threadSuffix distinguishes this MBU's threads from those of others, for example {@code ban-17}
 * @param path the app's name of the path, which requests that carry frames tell the host ({@link Protocol#PATH_HEADER}); empty if it named none
 * @param known addresses of a host that the source of brokers has found; nothing if the system is to look the name up
 */
public record UplinkContext(
        URI base,
        Credentials credentials,
        HttpSettings settings,
        SteadyClock clock,
        Traffic traffic,
        String threadSuffix,
        Optional<String> path,
        Function<String, List<InetAddress>> known) {
    /** The same of an MBU that has not named its path. */
    public UplinkContext(
            URI base,
            Credentials credentials,
            HttpSettings settings,
            SteadyClock clock,
            Traffic traffic,
            String threadSuffix) {
        this(base, credentials, settings, clock, traffic, threadSuffix, Optional.empty(), host -> List.of());
    }

    /** The same from a local address. */
    public UplinkContext from(InetAddress address) {
        return new UplinkContext(base, credentials, settings.from(address), clock, traffic, threadSuffix, path, known);
    }

    /** The same for a path of this name. */
    public UplinkContext onPath(String name) {
        return new UplinkContext(base, credentials, settings, clock, traffic, threadSuffix, Optional.of(name), known);
    }

    /** The same for another broker. */
    public UplinkContext to(URI broker) {
        return new UplinkContext(broker, credentials, settings, clock, traffic, threadSuffix, path, known);
    }

    /** The same with addresses that a source of brokers knows. */
    public UplinkContext knowing(Function<String, List<InetAddress>> addresses) {
        return new UplinkContext(base, credentials, settings, clock, traffic, threadSuffix, path, addresses);
    }

    /** The URL of a resource relative to the base. It must be below the base, because credentials are sent there. */
    public URI resolve(String relative) {
        URI resolved = base.resolve(relative).normalize();
        if (!resolved.toString().startsWith(base.toString())) {
            throw new BanipException(
                    ErrorCode.MALFORMED_REQUEST, "'" + relative + "' leads out of the base URL " + base);
        }
        return resolved;
    }

    /** Counts an uplink's connections and bytes. Any thread. */
    public static final class Traffic {
        private final AtomicLong connections = new AtomicLong();
        private final AtomicLong bytesOut = new AtomicLong();
        private final AtomicLong bytesIn = new AtomicLong();

        /** Counters that are zero. */
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
