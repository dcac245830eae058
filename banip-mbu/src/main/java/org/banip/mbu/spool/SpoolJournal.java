package org.banip.mbu.spool;

import java.util.Optional;
import java.util.UUID;
import org.banip.core.packet.Packet;
import org.banip.core.packet.Sequenced;

/**
 * Keeps what is in a spool, so that a later process can go on with it. The spool tells it each change, under its monitor. A method that
 * writes throws a {@link SpoolException} if it cannot; after that the journal takes nothing more.
 */
public interface SpoolJournal {
    /** The place of an item that the journal does not have. */
    long NOWHERE = 0;

    /** The file of a place. */
    static long fileOf(long place) {
        return place >>> 32;
    }

    /** Keeps nothing. */
    SpoolJournal NONE = new NoJournal();

    // --- any thread ---

    /** Whether a later process gets what is left at the end of this one. */
    boolean isDurable();

    /** Whether this is the session of an earlier process, which the host may know. */
    boolean isResumed();

    /** Where the signal of a group ended in an earlier process, if the group had any item there. */
    Optional<Kept.End> resumedAt(int group);

    /** The session has ended, and the host has stored everything: a later process begins with an empty spool. */
    void forget();

    /** Ends, and leaves everything to a later process. Later calls change nothing. */
    void close();

    // --- under the spool's monitor ---

    /** What an earlier process has left. The journal keeps no copy. */
    Kept takeKept();

    /**
     * A group was added to the session. On the disk when this returns: the host will know it.
     *
     * @param group its number, the next one
     * @param document tells a later process what the group is
     */
    void addGroup(int group, String document);

    /** An item is put in. It takes the place of the items that have its numbers. Returns where the journal has it. */
    long put(Sequenced item, long putNanos);

    /**
     * A packet has moved to the group that it names, and a gap for it is in its former place.
     *
     * @param from its former group
     * @param sequence its former number
     */
    long move(Packet there, long putNanos, int from, long sequence);

    /** The payload of a packet, read again. Everything must be committed. */
    byte[] payload(long place);

    /** The items of a group before a number are sent from now on. */
    void sends(int group, long before);

    /** The items of a group before a number are released. The number may be lower than the last one, if the host has lost items. */
    void released(int group, long before);

    /** A retired group is back since this instant, nanoseconds since the epoch; its first item is still to come. */
    void back(int group, long nanos);

    /** The changes since the last call belong together, and are complete: all of them are written. */
    void commit();

    /**
     * The file whose items must be put in once more, because the journal has grown too far beyond its items; {@link #NOWHERE} if there is none.
     *
     * @param bytes the bytes of all items
     */
    long crowded(long bytes);

    /** All items of the file were put in once more. */
    void emptied(long file);

    /** Another session begins. All items are put in once more, under their new numbers. Until {@link #begun} the former session counts. */
    void begin(UUID session);

    /** All items of the new session were put in. */
    void begun();
}
