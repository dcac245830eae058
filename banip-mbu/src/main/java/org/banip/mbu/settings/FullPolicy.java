package org.banip.mbu.settings;

/** The policy for a group's new sensor sets when there is no room for them. */
public enum FullPolicy {
    /** The caller waits: for recordings, which lose nothing by waiting. */
    WAIT,
    /** They are dropped before they are encoded, and declared to the surrogate host as a gap: for live sensors. */
    DROP_NEWEST
}
