package org.banip.emulator.profile;

import java.time.Duration;

/** What can happen to a link while it carries packets. */
public sealed interface Change {
    /**
     * Another rate, also for the packet that is being sent.
     *
     * @param bytesPerSecond from now on
     */
    record Rate(double bytesPerSecond) implements Change {
        /** 1 or more, and not without limit. */
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
     * Another random loss; 1 swallows everything.
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
     * No coverage, or coverage again: packets wait in the queue meanwhile, and are dropped where it is full, as in a modem.
     *
     * @param out whether the link is out from now on
     */
    record Outage(boolean out) implements Change {}

    /** The mobile host gets another address on this link and loses the one it had. */
    record Address() implements Change {}
}
