package org.banip.mbu.settings;

/** What happens to a group's new sensor sets when there is no room to keep them. */
public enum FullPolicy {
    /** The caller that brings them waits: for recordings, which lose nothing by waiting. */
    WAIT,
    /** They are discarded before they are encoded, and declared to the surrogate host as a gap: for live sensors. */
    DROP_NEWEST
}
