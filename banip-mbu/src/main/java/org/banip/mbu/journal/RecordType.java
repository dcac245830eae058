package org.banip.mbu.journal;

/** The first byte of a record's body (docs/delivery.md, "The files"). */
final class RecordType {
    /** Session, and how far each group is: at the head of each file, and where another process goes on. */
    static final int STATE = 1;

    static final int PACKET = 2;
    static final int GAP = 3;
    /** A packet that has moved here from another group, where a gap takes its place. */
    static final int MOVED = 4;
    /** The host has stored the items of a group before a number. */
    static final int RELEASED = 5;
    /** The items of a group before a number may have been sent. */
    static final int SENT = 6;
    /** Another session has begun: all its items are there. */
    static final int BEGUN = 7;
    /** The process has ended in order: nothing is missing. */
    static final int CLOSED = 8;

    /** A retired group is back, and nothing of it was put in yet. */
    static final int BACK = 9;

    /** A group was added to the session. */
    static final int ADDED = 10;

    // --- not about what the spool has, but how it is written ---

    /** The data key of an encrypted file, encrypted with the app's key. */
    static final int KEY = 64;
    /** A record of another type, encrypted. */
    static final int ENCRYPTED = 65;

    private RecordType() {}
}
