package org.banip.surrogate.api;

/** What one surrogate stands for. Any thread. */
public interface SurrogateContext {
    /** Most characters that a surrogate can {@link #tell} at once. */
    int MOST_TEXT = 1024;

    /** Its BAN, its state, and the way to send commands. */
    SurrogateHandle handle();

    /**
     * Subscribes to the BAN's live data, on a thread and a bounded queue of the surrogate's own. When the interconnect ends, the listener gets
     * what waits, last {@code disappeared}. If that takes more than five seconds, its thread is interrupted, and the data that still wait are
     * told as missed. Then the host ends the subscription and deactivates the surrogate. A later subscription ends at once.
     */
    Subscription subscribe(SurrogateListener listener);

    /** Who hears whether the MBU is alive; the one that was set last. */
    void keepAlive(KeepAliveHandler handler);

    /**
     * Tells all subscribers of this surrogate something, the surrogate's own included: a line of the live page, say. Nobody hears it before {@code
     * activate} has returned and after the end. The first line is sent at once, further ones every 100 ms; if more than 64 wait, the oldest are
     * dropped. A slow subscriber keeps the newest 64.
     *
     * @param text 1 to {@value #MOST_TEXT} characters
     * @throws IllegalArgumentException if the text is empty or longer
     */
    void tell(String text);
}
