package org.banip.measure.cpi;

import java.util.Locale;

/** Load of a run: the rate of its sensors. */
public sealed interface Load {
    /** More than the link can carry: the run measures the transfer capacity (TC). */
    record Capacity() implements Load {
        @Override
        public String toString() {
            return "TC";
        }
    }

    /**
     * This number of bytes of sensor sets per second: the run measures the BAN data latency (BDL).
     *
     * @param bytesPerSecond 1 or more
     */
    record Rate(double bytesPerSecond) implements Load {
        /** Checks the rate. */
        public Rate {
            if (!(bytesPerSecond >= 1) || !Double.isFinite(bytesPerSecond)) {
                throw new IllegalArgumentException("a load of " + bytesPerSecond + " B/s, allowed is 1 B/s or more");
            }
        }

        @Override
        public String toString() {
            return String.format(Locale.ROOT, "%.0f B/s", bytesPerSecond);
        }
    }

    /**
     * A share of the transfer capacity that is measured with the same settings.
     *
     * @param ofCapacity above 0, at most 2
     */
    record Share(double ofCapacity) implements Load {
        /** Checks the share. */
        public Share {
            if (!(ofCapacity > 0) || ofCapacity > 2) {
                throw new IllegalArgumentException("a load of " + ofCapacity + " of the TC, allowed is above 0 to 2");
            }
        }

        @Override
        public String toString() {
            return String.format(Locale.ROOT, "%.0f %% of TC", ofCapacity * 100);
        }
    }

    /** About nine tenths of the transfer capacity. */
    Load HIGH = new Share(0.9);

    /** Half of the transfer capacity. */
    Load MEDIUM = new Share(0.5);

    /**
     * Reads {@code tc}, {@code high}, {@code medium} or a number of bytes per second.
     *
     * @throws IllegalArgumentException if it is none of these
     */
    static Load parse(String text) {
        switch (text.toLowerCase(Locale.ROOT)) {
            case "tc":
                return new Capacity();
            case "high":
                return HIGH;
            case "medium":
                return MEDIUM;
            default:
                try {
                    return new Rate(Double.parseDouble(text));
                } catch (NumberFormatException e) {
                    throw new IllegalArgumentException(
                            "load '" + text + "', allowed are tc, high, medium and bytes per second", e);
                }
        }
    }
}
