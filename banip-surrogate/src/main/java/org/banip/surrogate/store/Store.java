package org.banip.surrogate.store;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.function.Predicate;
import org.banip.core.error.BanipException;
import org.banip.core.packet.Sequenced;

/**
 * The record of all interconnects: append in order, acknowledged once durable, read back bit for bit. Any thread.
 *
 * <p>Every method may throw {@link BanipException} with {@code STORAGE_UNAVAILABLE}; the store works again as soon as its database does.
 */
public interface Store extends AutoCloseable {
    /** The interconnect of a session. */
    Optional<InterconnectRecord> find(UUID session);

    /**
     * Stores an interconnect durably; {@code record.id()} is ignored, the result has the real one.
     *
     * @throws BanipException {@code SESSION_MISMATCH} if the session exists
     */
    InterconnectRecord create(InterconnectRecord record);

    /**
     * Takes over an interconnect that was {@linkplain #find found}: begins its next epoch, durably. From then on, nothing is stored for a host that
     * has it with an older epoch, and everything that such a host stored is there to be read. Waits for this host's commit.
     *
     * @return the record with the new epoch, for {@link #offer}
     * @throws BanipException {@code STORAGE_UNAVAILABLE}, also while another host is committing items of it
     */
    InterconnectRecord takeOver(InterconnectRecord found);

    /**
     * Adds groups to an interconnect, durably: their items can be stored from then on. Does nothing if they are there already.
     *
     * @param with the same interconnect with all of its groups and their chains, the former ones first
     * @return the record of the interconnect as it is stored then
     * @throws BanipException {@code SESSION_MISMATCH} if what is stored is not the beginning of that; {@code STORAGE_UNAVAILABLE}, also if another
     *     host has taken the interconnect over
     */
    InterconnectRecord addGroups(InterconnectRecord with);

    /** The epoch of the interconnect now: another one than the record's if another host has taken it over, empty if it was removed. */
    OptionalLong epoch(InterconnectRecord interconnect);

    /** A name that two hosts read alike only if they share this store. */
    String name();

    /**
     * Removes an interconnect of which no item was ever stored; one with items stays, and so does one that another host has taken over.
     *
     * @return whether it was removed
     */
    boolean removeIfEmpty(InterconnectRecord interconnect);

    /**
     * Removes the interconnects of which no item was ever stored and which were first registered before an instant. Another host may be using
     * those that are younger.
     *
     * @param registeredBeforeNanos nanoseconds since the epoch
     */
    void removeEmpty(long registeredBeforeNanos);

    /**
     * Forgets what was passed on, in a store that is used as a buffer: removes the items of a group before the last key packet that is at or before a
     * number, so that a decoder can still be brought to that number; nothing without such a key packet. So the group's last item always stays, and
     * its session can be resumed. Nothing else changes, also while a host uses the session. Returns when that is durable; the writer stores items
     * meanwhile.
     *
     * @param sequence the first number that was not passed on
     * @return how many items were removed; 0 as well for a store that forgets nothing, and for an interconnect that it does not have
     */
    default long forgetBefore(InterconnectRecord interconnect, int group, long sequence) {
        return 0;
    }

    /**
     * From which number on the items of a group are kept: those before it are {@linkplain #forgetBefore forgotten}, or are about to be. 0 if nothing
     * was forgotten, and if the store does not have the group.
     */
    default long keptFrom(InterconnectRecord interconnect, int group) {
        return 0;
    }

    /**
     * Removes an interconnect all of whose items were passed on, with its items and alerts. It stays if the store has other items of it by now than
     * the caller knows, if it was taken over since its epoch was read, or if an alert of it is open or still to be delivered. So first read
     * {@link #epoch}, then find that no host uses the session, then remove it.
     *
     * @param interconnect with the {@linkplain InterconnectRecord#withEpoch epoch} that was read
     * @param next the number after the last item that was passed on, per group
     * @return whether it was removed
     */
    default boolean remove(InterconnectRecord interconnect, long[] next) {
        return false;
    }

    /** Free bytes of the file system that keeps the store; empty if that is not known. */
    OptionalLong freeBytes();

    /**
     * Makes a write without effect in the same way as items are written: on the writer's thread, after earlier writes.
     *
     * @throws BanipException {@code STORAGE_UNAVAILABLE} if that fails or takes longer than {@code patience}
     */
    void checkWritable(Duration patience);

    /**
     * Whether the last write succeeded. Returns at once; begins a write without effect, of which the next call tells. One that takes longer than ten
     * seconds has failed.
     */
    boolean takesWrites();

    /** All interconnects, newest first. */
    List<InterconnectRecord> interconnects();

    /**
     * The interconnects of which an item came at an instant or later, newest first. Looks at each one's last items, and holds up nobody.
     *
     * @param receivedNanos nanoseconds since the epoch
     * @param wanted asked for each in turn
     * @param most most of them
     */
    List<InterconnectRecord> interconnectsSince(long receivedNanos, Predicate<InterconnectRecord> wanted, int most);

    /** Notes durably that an interconnect has ended in order, unless another host has taken it over. The next {@link #takeOver} takes that back. */
    default void end(InterconnectRecord interconnect, long nowNanos) {}

    /** Whether an interconnect has {@linkplain #end ended in order}. Otherwise it goes on, has expired, or ended with its host. */
    default boolean hasEnded(InterconnectRecord interconnect) {
        return false;
    }

    /**
     * Keeps the detectors that a BAN has declared and that are run for it, durably, in place of those that are kept; unless another host has taken
     * the interconnect over. Does nothing if they are kept already.
     *
     * @param detectors as a file of detectors; empty if there are none
     */
    default void keepDetectors(InterconnectRecord interconnect, String detectors) {}

    /** What was {@linkplain #keepDetectors kept} last; empty if there is nothing, and if it is damaged, which the log says. */
    default String keptDetectors(InterconnectRecord interconnect) {
        return "";
    }

    /** Notes durably which command stopped a group last, unless another host has taken the interconnect over. */
    default void noteStop(InterconnectRecord interconnect, int group, NotedStop stop) {}

    /** What was {@linkplain #noteStop noted} last; empty if there is nothing, and if it is damaged, which the log says. */
    default Optional<NotedStop> notedStop(InterconnectRecord interconnect, int group) {
        return Optional.empty();
    }

    /** When the last item of each group came, nanoseconds since the epoch, in the order of the description; -1 for one without items. */
    default long[] lastReceived(InterconnectRecord interconnect) {
        long[] none = new long[interconnect.chains().size()];
        Arrays.fill(none, -1);
        return none;
    }

    /** The next sequence number expected per group of the interconnect, in the order of the description; 0 for an empty one. */
    long[] nextSequences(InterconnectRecord interconnect);

    /**
     * Queues one item for the next commit; never blocks. Items of a group must be offered in sequence order without holes.
     *
     * @param receivedNanos instant of arrival, nanoseconds since the epoch
     * @param listener called on the writer's thread when the item is durable, or could not be stored
     * @return false if the queue is full: offer it again after {@link #whenRoom}
     */
    boolean offer(InterconnectRecord interconnect, Sequenced item, long receivedNanos, CommitListener listener);

    /** Runs the task once, on the writer's thread or at once, when the queue has room again. It must not block. */
    void whenRoom(Runnable task);

    /**
     * Passes a group's items to the visitor in sequence order, from {@code fromSequence} on. It streams: not all items are in memory, and nothing in
     * the store is locked. The CRC of each item is checked.
     *
     * @throws DamagedItemException if an item is damaged, missing, or {@linkplain #forgetBefore forgotten}, which may happen while this reads; it has
     *     the number at which reading can continue
     */
    void read(InterconnectRecord interconnect, int group, long fromSequence, SequencedVisitor visitor);

    /** The sequence number of the last key packet of the group, where a decoder can start that must be in step at its end. */
    default Optional<Long> lastKeyPacket(InterconnectRecord interconnect, int group) {
        return lastKeyPacket(interconnect, group, Long.MAX_VALUE);
    }

    /** The same, where a decoder can start that must be in step at {@code sequence}: the last key packet up to it. */
    Optional<Long> lastKeyPacket(InterconnectRecord interconnect, int group, long sequence);

    /** Its other tables; empty if it has none. */
    default Optional<SideTables> sideTables() {
        return Optional.empty();
    }

    /** Its counters. */
    StoreStatistics statistics();

    /** Commits what is queued and closes. */
    @Override
    void close();

    /** Receives items that are read. */
    @FunctionalInterface
    interface SequencedVisitor {
        /**
         * Takes one item.
         *
         * @return whether to go on
         */
        boolean visit(Sequenced item);
    }

    /** Receives the results of offered items. Runs on the writer's thread and must not block. */
    interface CommitListener {
        /** This and all items of its group before it are durable. */
        void committed(Sequenced item);

        /** The item could not be stored. The interconnect must resume from {@link Store#nextSequences}. */
        void failed(Sequenced item, BanipException cause);
    }

    /**
     * Counters since the store was opened.
     *
     * @param packets packets committed
     * @param gaps gaps committed, without retirements
     * @param payloadBytes payload bytes committed
     * @param commits transactions
     * @param commitNanos time that these took, nanoseconds
     * @param queuedItems items that wait for a commit now
     */
    record StoreStatistics(
            long packets, long gaps, long payloadBytes, long commits, long commitNanos, int queuedItems) {}
}
