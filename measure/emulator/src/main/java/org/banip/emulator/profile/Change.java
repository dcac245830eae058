package org.banip.emulator.profile;

import java.time.Duration;

/** A change of a link while it carries packets. */
public sealed interface Change {
    /**
     * Another rate, also for the packet that is being sent.
     *
     * @param bytesPerSecond from now on
     */
    record Rate(double bytesPerSecond) implements Change {
        /** Checks that the rate is 1 or more, and finite. */
        public Rate {
            Limits.rate("rate", bytesPerSecond);
            if (Double.isInfinite(bytesPerSecond)) {
                throw new IllegalArgumentException("a rate can only change to one with a limit");
            }
        }
    }

    /**
     * Another delay, for packets whose last byte is sent from now on.
     *
     * @param delay one way
     */
    record Delay(Duration delay) implements Change {
        /** Up to an hour. */
        public Delay {
            Limits.time("delay", delay);
        }
    }

    /**
     * Another random loss; with 1 all packets are lost.
     *
     * @param share of packets, from now on
     */
    record Loss(double share) implements Change {
        /** From 0 to 1. */
        public Loss {
            Limits.share("loss", share);
        }
    }

    /**
     * Loss or return of coverage. During an outage packets wait in the queue, and are dropped if it is full, as in a modem.
     *
     * @param out whether the link is out from now on
     */
    record Outage(boolean out) implements Change {}

    /** The mobile host gets another address on this link in place of the previous one. */
    record Address() implements Change {}
}
