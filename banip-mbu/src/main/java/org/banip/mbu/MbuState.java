package org.banip.mbu;

/** The state of an MBU. */
public enum MbuState {
    /** No registration has been answered yet. */
    REGISTERING,
    /** Registered, but the host does not answer now, or has not answered yet. Data are kept. */
    DISCONNECTED,
    /** The surrogate host answers. */
    CONNECTED,
    /** Closed by the app. */
    CLOSED,
    /** Failed. The status has the reason. */
    FAILED
}
