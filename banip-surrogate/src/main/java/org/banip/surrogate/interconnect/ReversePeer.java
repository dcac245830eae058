package org.banip.surrogate.interconnect;

/** The HTTP half of a reverse channel. Called on one of the host's threads; must not block. */
public interface ReversePeer {
    /** There is something to {@linkplain OpenReverseChannel#collect collect}. */
    void ready();
}
