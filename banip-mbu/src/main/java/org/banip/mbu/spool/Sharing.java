package org.banip.mbu.spool;

/** Says which of several links sends what. Called one call at a time, under the spool's monitor. Numbers of links are below 32. */
public interface Sharing {
    /**
     * The next question of {@link #sends} is about a group of which so many more bytes may be under way on several links.
     *
     * @param nanos how long the host waits for an earlier item; {@link Long#MAX_VALUE} if it did not say
     */
    default void ahead(long bytes, long nanos) {}

    /** A link wants to claim. The questions after this call are about this link. */
    void asks(int link);

    /**
     * Whether the link sends a group's first waiting item.
     *
     * @param bytes about the length of its frame
     * @param rank the deadline, or the position if the group is of class bulk
     * @param waitingBytes about how many bytes wait that are at least as urgent
     * @param ahead how many more items of the group may be under way on several links
     */
    boolean sends(int group, int bytes, long rank, long waitingBytes, int ahead);

    /**
     * Whether the link sends an item as well that others have under way.
     *
     * @param carriers the links that have it: bit n for number n
     */
    boolean sendsAsWell(int group, int bytes, long rank, int carriers);
}
