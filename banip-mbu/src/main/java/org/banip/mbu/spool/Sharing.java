package org.banip.mbu.spool;

/** Says which of several links sends what. Called one call at a time, under the spool's monitor. Numbers of links are below 32. */
public interface Sharing {
    /**
     * Says, before {@link #sends} asks about a group, how many more bytes of that group may be under way on several links.
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
     * Whether the link sends an item as well that others have under way. If the answer is yes for items of several groups, it claims one of them, and
     * is not asked about it again.
     *
     * @param first whether all others of the group wait for it at the host
     */
    boolean sendsAsWell(int group, Carried item, boolean first);

    /** The link does so: it claims the item. In this group it was the last one for which the answer was yes. */
    void sentAsWell(int group, Carried item);

    /** An item that links have under way. */
    interface Carried {
        /** About the length of its frame. */
        int frameBytes();

        /** The deadline, or the position if the group is of class bulk. */
        long rank();

        /** The links that have it: bit n for number n. */
        int carriers();

        /** When the first of them claimed it. */
        long sentNanos();
    }
}
