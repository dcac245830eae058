package org.banip.measure.price;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/**
 * What is measured. Immutable.
 *
 * @param parts of the measurement
 * @param senders MBUs, or publishers, at the same time
 * @param window packets of each sender that are not acknowledged yet
 * @param payloadBytes of a packet
 * @param warmUp before each window
 * @param length of each window
 */
public record PriceSettings(
        List<Part> parts, int senders, int window, int payloadBytes, Duration warmUp, Duration length) {
    private static final int MOST_SENDERS = 64;
    private static final int MOST_WINDOW = 4096;

    /** What can be measured by itself. */
    public enum Part {
        /** The MBU with its spool in memory, in a directory, and synced for each packet. */
        MBU("mbu"),
        /** The host with SQLite. */
        SQLITE("sqlite"),
        /** The host with PostgreSQL. */
        POSTGRESQL("postgresql"),
        /** NATS JetStream with {@code sync_interval: always}. */
        NATS("nats"),
        /** Kafka that flushes each batch, once with batches of several records and once of one. */
        KAFKA("kafka");

        private final String text;

        Part(String text) {
            this.text = text;
        }

        /**
         * The one of this name.
         *
         * @throws IllegalArgumentException if there is none
         */
        public static Part named(String name) {
            return Arrays.stream(values())
                    .filter(one -> one.text.equals(name))
                    .findFirst()
                    .orElseThrow(
                            () -> new IllegalArgumentException("part " + name + ", allowed are " + List.of(values())));
        }

        @Override
        public String toString() {
            return text;
        }
    }

    /** Checks the values. */
    public PriceSettings {
        parts = parts.stream().distinct().toList();
        if (parts.isEmpty()) {
            throw new IllegalArgumentException("no part is named, allowed are " + List.of(Part.values()));
        }
        if (senders < 1 || senders > MOST_SENDERS || window < 1 || window > MOST_WINDOW) {
            throw new IllegalArgumentException(senders + " senders with " + window + " packets each, allowed are 1 to "
                    + MOST_SENDERS + " with 1 to " + MOST_WINDOW);
        }
    }
}
