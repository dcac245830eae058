package org.banip.mbu.spool;

import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.banip.core.ban.ServiceClass;
import org.banip.core.packet.Gap;
import org.banip.core.packet.PacketHeader;
import org.banip.core.packet.Sequenced;
import org.banip.mbu.spi.SteadyClock;
import org.banip.mbu.stage.GroupCounters;
import org.banip.mbu.stage.SendPolicy;
import org.banip.mbu.stage.WakeUp;
import org.jspecify.annotations.Nullable;

/**
 * The spool: a log of numbered packets and gaps, which it keeps until the surrogate host has stored them. Links claim items, and give back those
 * that they lose. An acknowledgement releases an item, even if it was received on another link. The {@link SendPolicy} decides what goes first.
 *
 * <p>The encoding thread puts, the links' threads claim, the thread that reads acknowledgements releases. A log that cannot keep, find or release
 * an item throws a {@link SpoolException}: the MBU fails and tells the app why.
 */
public interface SpoolLog {
    /** All service classes. */
    Set<ServiceClass> ALL = Collections.unmodifiableSet(EnumSet.allOf(ServiceClass.class));

    /** Makes the spool of one MBU. */
    @FunctionalInterface
    interface Factory {
        /**
         * An empty spool for the groups of a BAN.
         *
         * @param policy decides what goes first, and how much is admitted
         * @param counters of each group; the spool updates them
         * @param roomMade wakes the encoding thread after it was not admitted
         * @param scheduler wakes the links
         * @param clock measures the age of items
         */
        SpoolLog open(
                SendPolicy policy,
                List<GroupCounters> counters,
                WakeUp roomMade,
                Scheduler scheduler,
                SteadyClock clock);
    }

    /**
     * The size of the spool.
     *
     * @param packets number of packets and gaps
     * @param bytes their bytes, including an overhead for each
     * @param oldestNanos the time when the oldest item was put in; {@link Long#MAX_VALUE} if there is none
     */
    record Backlog(int packets, long bytes, long oldestNanos) {}

    /** What keeps the items for a later process. Default: nothing. */
    default SpoolJournal journal() {
        return SpoolJournal.NONE;
    }

    /**
     * The policy has one more group. Its items can be put in from now on, and are claimed when it is {@link #claimable}.
     *
     * @param document tells a later process what the group is
     */
    void addGroup(String document);

    /**
     * Tells how many groups the host knows, from the first one on. Links may claim the items of these, and no others. Another host may know fewer than the one
     * before.
     */
    void claimable(int groups);

    /** How many more packets of a service class have room; 0 if the spool is full for that class. */
    int admitted(ServiceClass of);

    /** Whether so little room is left that acknowledgements are wanted at once. */
    boolean isNearlyFull();

    /** Whether the group's next packet must be a key packet. True once for each request. */
    boolean takeRestart(int group);

    /**
     * Keeps a payload as the group's next packet. The array belongs to the spool from now on.
     *
     * @return the gap in its place, if the packet cannot be decoded because packets before it were given up
     */
    Optional<Gap> put(int group, long originNanos, long firstUnit, int units, boolean key, byte[] payload);

    /** Declares units that never became a packet. The next packet must be a key packet. */
    Gap putGap(int group, long originNanos, long firstUnit, long units, Gap.Reason reason);

    /**
     * The sensors of a group are back after its retirement, which was put in or will be the next item. If the process is killed now, the next one must
     * declare what is missing. Any thread.
     *
     * @param nanos instant of the first unit, nanoseconds since the epoch
     */
    void back(int group, long nanos);

    /**
     * Claims the most urgent waiting item. It belongs to the link until it is released or given back. Returns null if no item waits. After an outage
     * the packets that waited first move to the groups that have what is late, if the description names such groups.
     *
     * @param link the link's number
     * @param window the maximum distance between sequence numbers of one group that different links have under way
     * @param of the service classes that may be claimed
     * @param room what the link's send window leaves
     */
    @Nullable
    Sequenced claim(int link, int window, Set<ServiceClass> of, Room room);

    /**
     * What the host agreed to, for claims from now on: how many bytes of one group different links may have under way, and how long it waits for an
     * item while later ones are there. {@link Long#MAX_VALUE} for no such limit. Default: there is none.
     */
    default void reorder(long bytes, long nanos) {}

    /** The same of all service classes, by a link whose window is open. */
    default @Nullable Sequenced claim(int link, int window) {
        return claim(link, window, ALL, Room.OPEN);
    }

    /**
     * Claims an item that other links have under way, because this one is to send it as well. Returns null if there is none, and always if there is
     * one link only.
     */
    @Nullable
    Sequenced claimAsWell(int link, Set<ServiceClass> of, Room room);

    /** Whether items of these service classes are under way on other links and not on this one. */
    boolean isUnderWayElsewhere(int link, Set<ServiceClass> of);

    /**
     * The links that have the first item of a group under way, of each group of which the host has stored the first one: bit n for number n. If it is
     * one link only, the acknowledgement has waited for no other.
     *
     * @param next of each group the number before which the host has stored all items
     */
    int carriersOfFirst(long[] next);

    /** For how long a link has had the first item of a group under way, for which the items after it wait at the host; of several groups the longest. */
    long overdueNanos(int link);

    /** The most urgent of these service classes of which an item waits to be claimed, or null. */
    @Nullable
    ServiceClass mostUrgentWaiting(Set<ServiceClass> of);

    /** The same of all service classes. */
    default @Nullable ServiceClass mostUrgentWaiting() {
        return mostUrgentWaiting(ALL);
    }

    /**
     * By how much longer than its group's latency bound the first waiting item of a service class has waited; of several groups the most. Negative
     * if none has waited so long; {@link Long#MIN_VALUE} if none waits.
     */
    long lateNanos(ServiceClass of);

    /**
     * Whether an item of these service classes waits that comes before items of its group that the link has under way: the host stores those only
     * after it.
     */
    boolean holdsUp(int link, Set<ServiceClass> of);

    /** The same of all service classes. */
    default boolean holdsUp(int link) {
        return holdsUp(link, ALL);
    }

    /** How many items a link has claimed that are neither released nor given back. */
    int outstanding(int link);

    /** Whether no item of these service classes waits, and none is under way on another link. */
    boolean isDrained(int link, Set<ServiceClass> of);

    /** The same of all service classes. */
    default boolean isDrained(int link) {
        return isDrained(link, ALL);
    }

    /** The groups with items that were sent and are not acknowledged. */
    List<Integer> outstandingGroups();

    /** Makes all items that a link has claimed wait again, because its connection broke. */
    void giveBack(int link);

    /**
     * The same, because the host did not have the session and has refused the link's first request: it stores nothing of it, now or later.
     *
     * @param of the service classes of the request
     */
    default void refused(int link, Set<ServiceClass> of) {
        giveBack(link);
    }

    /** Makes all claimed items wait again, because the session is registered again. */
    void giveBackAll();

    /**
     * Goes on with a group where the answer to the registration says. What was sent after that number in refused requests only counts as never sent.
     * All items must be waiting.
     */
    default void goOn(int group, long hostNext) {}

    /** The last packet of each group that both sides know, or null. */
    List<@Nullable PacketHeader> references();

    /** Declares the items from a sequence number on that the host had acknowledged and has lost. All items must be waiting. */
    List<Gap> declareLost(int group, long hostNext);

    /** Whether it is known which units the released items of a group from a sequence number on had, so that they can be declared. */
    default boolean knowsReleasedFrom(int group, long next) {
        return true;
    }

    /** Each group's encoder shall make a key packet soon, because a host may follow that has nothing of what was sent before. */
    default void wantKeys() {}

    /** Declares the group's first packet, which the host cannot decode, and the packets that depend on it. All items must be waiting. */
    List<Gap> giveUpFirst(int group);

    /**
     * Gives up the group's packets that were never sent and were sampled before an instant, and the packets that cannot be decoded without them.
     * Gaps take their place and their numbers.
     */
    List<Gap> thin(int group, long usefulFromNanos);

    /** Renumbers all items from 0 for a new session. Packets that cannot be decoded there are declared. */
    List<Gap> renumber(UUID session);

    /**
     * Releases the items before a sequence number.
     *
     * @return whether there were any
     * @throws org.banip.core.error.BanipException {@code SESSION_MISMATCH} if the host acknowledges what was never sent
     */
    boolean release(int group, long before);

    /** How many items a link has claimed that had been claimed before. */
    long sentAgain(int link);

    /** For each group the sequence number before which everything is released. */
    long[] released();

    /** For each group the sequence number before which everything was sent at least once. */
    long[] sent();

    /** The number of packets and gaps of a group. */
    int packets(int group);

    /** The number of bytes of a group's packets. */
    long bytes(int group);

    /** The number of packets and gaps. */
    default int packets() {
        return backlog().packets();
    }

    /** The size of the whole spool. */
    Backlog backlog();
}
