package org.banip.surrogate.settings;

import java.time.Duration;
import org.banip.core.ban.BanDescription;
import org.banip.core.interconnect.Protocol;

/**
 * The bounds of a host; what goes beyond gets {@code LIMIT_REACHED} or {@code TOO_LONG}.
 *
 * @param interconnects live and silent interconnects in all
 * @param interconnectsPerIdentity of one authenticated identity
 * @param groups sensor groups of one BAN, at most 64
 * @param dataRequests open data requests of one interconnect
 * @param reverseChannels open reverse channels of one interconnect
 * @param waitingCommands commands of one interconnect that are not yet sent or not yet answered
 * @param documentBytes longest registration document, at most 262,144
 * @param viewers open live views over HTTP
 * @param heldBytes bytes in memory that all MBUs together may make the host hold: packets that wait for earlier ones,
 *     incomplete frames, buffers of decoders
 * @param heldBytesPerIdentity of these, of one identity
 * @param activation how long a registration waits until its surrogate is created and active, 1 ms to an hour
 */
public record HostLimits(
        int interconnects,
        int interconnectsPerIdentity,
        int groups,
        int dataRequests,
        int reverseChannels,
        int waitingCommands,
        int documentBytes,
        int viewers,
        long heldBytes,
        long heldBytesPerIdentity,
        Duration activation) {
    private static final Duration LONGEST_ACTIVATION = Duration.ofHours(1);

    /**
     * Ten thousand interconnects, 16 per identity; data requests and reverse channels for 16 paths, half of them dead; a quarter of the heap for what MBUs make the host hold, a quarter of that and
     * at most 32 MiB per identity; otherwise what the protocol allows.
     */
    public static final HostLimits DEFAULT = new Builder().build();

    /** Checks every field. */
    public HostLimits {
        check("interconnects", interconnects, 1_000_000);
        check("interconnects per identity", interconnectsPerIdentity, 1_000_000);
        check("groups", groups, BanDescription.MAX_GROUPS);
        check("data requests", dataRequests, 1000);
        check("reverse channels", reverseChannels, 1000);
        check("waiting commands", waitingCommands, 10_000);
        check("document bytes", documentBytes, Protocol.MAX_DOCUMENT);
        check("viewers", viewers, 10_000);
        check("held bytes", heldBytes, Long.MAX_VALUE);
        check("held bytes per identity", heldBytesPerIdentity, Long.MAX_VALUE);
        check("activation in ms", activation.toMillis(), LONGEST_ACTIVATION.toMillis());
    }

    private static void check(String what, long value, long max) {
        if (value < 1 || value > max) {
            throw new IllegalArgumentException(what + " limit " + value + " is outside 1 to " + max);
        }
    }

    /** Bounds that begin as the default ones. */
    public static Builder builder() {
        return new Builder();
    }

    /** Collects bounds. */
    public static final class Builder {
        private static final long MOST_OF_ONE_IDENTITY = 32L << 20;
        /** An MBU has no more. Each has a reverse channel and at most two data requests; of a connection that is dead they may still be open. */
        private static final int PATHS = 16;

        private int interconnects = 10_000;
        private int interconnectsPerIdentity = 16;
        private int groups = BanDescription.MAX_GROUPS;
        private int dataRequests = 2 * 2 * PATHS;
        private int reverseChannels = 2 * PATHS;
        private int waitingCommands = 64;
        private int documentBytes = Protocol.MAX_DOCUMENT;
        private int viewers = 64;
        private long heldBytes = Math.max(1, Runtime.getRuntime().maxMemory() / 4);
        private long heldBytesPerIdentity = Math.max(1, Math.min(MOST_OF_ONE_IDENTITY, heldBytes / 4));
        private Duration activation = Duration.ofSeconds(10);

        private Builder() {}

        /** Interconnects in all. */
        public Builder interconnects(int limit) {
            interconnects = limit;
            return this;
        }

        /** Interconnects of one identity. */
        public Builder interconnectsPerIdentity(int limit) {
            interconnectsPerIdentity = limit;
            return this;
        }

        /** Sensor groups of one BAN. */
        public Builder groups(int limit) {
            groups = limit;
            return this;
        }

        /** Open data requests of one interconnect. */
        public Builder dataRequests(int limit) {
            dataRequests = limit;
            return this;
        }

        /** Open reverse channels of one interconnect. */
        public Builder reverseChannels(int limit) {
            reverseChannels = limit;
            return this;
        }

        /** Commands of one interconnect that wait for an answer. */
        public Builder waitingCommands(int limit) {
            waitingCommands = limit;
            return this;
        }

        /** Longest registration document. */
        public Builder documentBytes(int limit) {
            documentBytes = limit;
            return this;
        }

        /** Open live views over HTTP. */
        public Builder viewers(int limit) {
            viewers = limit;
            return this;
        }

        /** Bytes in memory that all MBUs together may make the host hold. */
        public Builder heldBytes(long limit) {
            heldBytes = limit;
            return this;
        }

        /** Bytes in memory that the MBUs of one identity may make the host hold. */
        public Builder heldBytesPerIdentity(long limit) {
            heldBytesPerIdentity = limit;
            return this;
        }

        /** How long a registration waits until its surrogate is active. */
        public Builder activation(Duration limit) {
            activation = limit;
            return this;
        }

        /** The bounds, checked. */
        public HostLimits build() {
            return new HostLimits(
                    interconnects,
                    interconnectsPerIdentity,
                    groups,
                    dataRequests,
                    reverseChannels,
                    waitingCommands,
                    documentBytes,
                    viewers,
                    heldBytes,
                    heldBytesPerIdentity,
                    activation);
        }
    }
}
