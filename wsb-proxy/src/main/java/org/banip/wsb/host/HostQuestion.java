package org.banip.wsb.host;

import java.time.Duration;
import org.banip.wsb.spi.KnownHost;

/** Asks hosts for their load over the network. */
public interface HostQuestion {
    /** Asks a host; returns at once. The answer comes later, once, on any thread; at the latest after {@code patience}. */
    void ask(KnownHost host, Duration patience, Listener listener);

    /** Receives the answer. */
    interface Listener {
        /** The host has answered. */
        void answered(HostLoad load);

        /** The host has answered that it has no time for the question: it lives, and counts as full. */
        void busy();

        /** Nobody listens there. */
        void unusable(String reason);

        /** Another server answers there, or a host that does not serve this broker, or one of an older version. */
        void refused(String reason);

        /** No answer came in time, or the connection broke: the host may be slow, or restart. */
        void unanswered(String reason);
    }
}
