package org.banip.surrogate.api;

/** Why a surrogate is no more. */
public enum Disappearance {
    /** The MBU deregistered. */
    DEREGISTERED,
    /** The MBU was silent for longer than the grace time. */
    EXPIRED,
    /** The surrogate itself cancelled its activation. */
    CANCELLED,
    /** Its record is no longer in the store: an operator deleted it. The MBU can register again. */
    REMOVED,
    /**
     * The session goes on elsewhere: at another host that shares the store; or, for a listener that does not know {@link
     * SurrogateListener#groupsAdded}, under a description with more groups, which appears next.
     */
    TAKEN_OVER,
    /** The host stops; the same session can go on when it is back. */
    HOST_STOPPED;

    /** The token in documents, for example {@code host-stopped}. */
    public String token() {
        return name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
    }
}
