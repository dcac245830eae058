package org.banip.surrogate.api;

/** What one surrogate stands for. Any thread. */
public interface SurrogateContext {
    /** Its BAN, its state, and the way to send commands. */
    SurrogateHandle handle();

    /**
     * Subscribes to the BAN's live data, on a thread and a bounded queue of the surrogate's own. The host ends the subscription
     * when the surrogate is deactivated.
     */
    Subscription subscribe(SurrogateListener listener);
}
