package org.banip.mbu.settings;

/** The policy for a group's new sensor sets when there is no room for them. */
public enum FullPolicy {
    /** The caller waits: for recordings, which lose nothing by waiting. */
    WAIT,
    /** They are dropped before they are encoded, and declared to the surrogate host as a gap: for live sensors. */
    DROP_NEWEST,
    /**
     * Nothing of the offer is taken, and no gap is declared, not even for what was left out before it: for an app that can offer the same again later.
     * An offer of more bytes than a queue has ({@link SpoolSettings#queueBytes}) is never taken. A sensor that the MBU reads cannot offer again: for it
     * this is {@link #DROP_NEWEST}.
     */
    REFUSE
}
