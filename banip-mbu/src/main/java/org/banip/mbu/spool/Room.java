package org.banip.mbu.spool;

/** What a link may claim, by the room in its send window. */
public enum Room {
    /** The window is open: everything. */
    OPEN,
    /** The window is closed: alarms, and what items that the link has under way wait for at the host. */
    BEYOND,
    /** There is no room even beyond the window: only an item that the host expects next while later ones of the link are under way. */
    NEXT
}
