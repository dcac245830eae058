package org.banip.mbu;

/** Where an MBU stands. */
public enum MbuState {
    /** No registration was answered yet. */
    REGISTERING,
    /** Registered, no connection proven yet, or none now; data is kept. */
    DISCONNECTED,
    /** The surrogate host answers. */
    CONNECTED,
    /** Closed by the app. */
    CLOSED,
    /** Given up: the status has the reason. */
    FAILED
}
