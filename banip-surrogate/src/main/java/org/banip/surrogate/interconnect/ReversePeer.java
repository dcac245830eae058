package org.banip.surrogate.interconnect;

import org.banip.core.error.BanipException;

/** The HTTP half of a reverse channel. Called on the interconnect's serial executor; must not block. */
public interface ReversePeer {
    /** The interconnect has opened the channel: begin to answer. */
    void begun();

    /** Whether the request came as early data, so that it may be a replay. */
    boolean isEarly();

    /** The MBU's name of the path that the request uses, or {@link PathTotals#UNNAMED}. */
    String path();

    /** There is something to {@linkplain OpenReverseChannel#collect collect}. */
    void ready();

    /** What was to be collected is in the buffer; {@code end}: the channel ends after it. */
    void collected(boolean end);

    /** The channel cannot be opened: answer with the error. */
    void fail(BanipException cause);
}
