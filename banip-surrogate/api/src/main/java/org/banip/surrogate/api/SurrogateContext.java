package org.banip.surrogate.api;

/** What one surrogate stands for. Any thread. */
public interface SurrogateContext {
    /** Its BAN, its state, and the way to send commands. */
    SurrogateHandle handle();

    /**
     * Subscribes to the BAN's live data, on a thread and a bounded queue of the surrogate's own. When the interconnect ends, the listener gets
     * what waits, last {@code disappeared}. If that takes more than five seconds, its thread is interrupted, and the data that still wait are
     * told as missed. Then the host ends the subscription and deactivates the surrogate. A later subscription ends at once.
     */
    Subscription subscribe(SurrogateListener listener);
}
