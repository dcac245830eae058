package org.banip.surrogate.api;

/** How an interconnect is. */
public enum SurrogateState {
    /** Frames come. */
    ACTIVE,
    /** No frame came for several keep-alive intervals; it can be resumed. */
    SILENT,
    /** It ended, by deregistration, expiry, or with the host. */
    ENDED;

    /** The token in documents, for example {@code active}. */
    public String token() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }
}
