package org.banip.surrogate.api;

/** A listener's place among the subscribers. Any thread. */
public interface Subscription extends AutoCloseable {
    /** What became of its live data. */
    SubscriberStatistics statistics();

    /** Ends it: nothing is queued any more; a call that runs may still end. Does not wait. */
    @Override
    void close();
}
