package org.banip.mbu.spool;

import java.util.List;
import java.util.Optional;
import org.banip.core.ban.ServiceClass;
import org.banip.core.packet.Gap;
import org.banip.core.packet.PacketHeader;
import org.banip.core.packet.Sequenced;
import org.banip.mbu.spi.SteadyClock;
import org.banip.mbu.stage.GroupCounters;
import org.banip.mbu.stage.SendPolicy;
import org.banip.mbu.stage.Signal;
import org.jspecify.annotations.Nullable;

/**
 * The spool: a log of numbered packets and gaps, which are kept until the surrogate host has stored them. Links claim items and give back what
 * they lose; an acknowledgement releases an item whichever link it went by. The {@link SendPolicy} decides what goes first.
 *
 * <p>The encoding thread puts, the links' threads claim, whichever thread reads acknowledgements releases. A log that cannot keep, find
 * or release an item throws a {@link SpoolException}: the MBU gives up and tells the app why.
 */
public interface SpoolLog {
    /** Makes the spool of one MBU. */
    @FunctionalInterface
    interface Factory {
        /**
         * An empty spool for the groups of a BAN.
         *
         * @param policy says what goes first, and how much is admitted
         * @param counters per group, which the spool keeps
         * @param roomMade wakes the encoding thread that was not admitted
         * @param scheduler wakes the links
         * @param clock tells how old items are
         */
        SpoolLog open(
                SendPolicy policy,
                List<GroupCounters> counters,
                Signal roomMade,
                Scheduler scheduler,
                SteadyClock clock);
    }

    /**
     * What is kept.
     *
     * @param packets packets and gaps
     * @param bytes that they take, an overhead for each included
     * @param oldestNanos when the oldest of them was put in; {@link Long#MAX_VALUE} if there is none
     */
    record Backlog(int packets, long bytes, long oldestNanos) {}

    /** How many more packets of a service class find room; 0 if the spool is full for it. */
    int admitted(ServiceClass of);

    /** Whether the group's next packet must be a key packet; said once. */
    boolean takeRestart(int group);

    /**
     * Keeps a payload as the group's next packet. The array is the spool's from now on.
     *
     * @return the gap that takes its place, if the packet could not be decoded since its forerunners were given up
     */
    Optional<Gap> put(int group, long originNanos, long firstUnit, int units, boolean key, byte[] payload);

    /** Declares units that never became a packet; the packet after it must be a key packet. */
    Gap putGap(int group, long originNanos, long firstUnit, long units, Gap.Reason reason);

    /**
     * The most urgent item that waits, or null; it belongs to the link until it is released or given back.
     *
     * @param link the link's number
     * @param window how far apart the numbers of one group may be that different links have under way
     */
    @Nullable
    Sequenced claim(int link, int window);

    /** How many items a link has claimed that are neither released nor given back. */
    int outstanding(int link);

    /** Whether nothing waits, and nothing is under way on another link. */
    boolean isDrained(int link);

    /** The groups of which something was sent and is not acknowledged. */
    List<Integer> outstandingGroups();

    /** What a link has claimed waits again: its connection broke. */
    void giveBack(int link);

    /** What any link has claimed waits again: the session begins anew. */
    void giveBackAll();

    /** Per group the packet that both sides know to be the last one, or null. */
    List<@Nullable PacketHeader> references();

    /** Declares what the host had acknowledged and has no more, from a sequence number on; all must be rewound. */
    List<Gap> declareLost(int group, long hostNext);

    /** Declares the group's first packet, which the host cannot decode, and those that depend on it; all must be rewound. */
    List<Gap> giveUpFirst(int group);

    /**
     * Gives up the group's packets that were never sent and were sampled before an instant, and those that cannot be decoded without them;
     * the gaps take their place and their numbers.
     */
    List<Gap> thin(int group, long usefulFromNanos);

    /** Numbers everything anew from 0 for a new session; what cannot be decoded there is declared. */
    List<Gap> renumber();

    /**
     * Releases what lies before a sequence number.
     *
     * @return whether that was anything
     * @throws org.banip.core.error.BanipException {@code SESSION_MISMATCH} if the host expects what was never sent
     */
    boolean release(int group, long before);

    /** Per group the sequence number before which everything is released. */
    long[] released();

    /** Per group the sequence number before which everything was sent at least once. */
    long[] sent();

    /** How many packets and gaps of a group are kept. */
    int packets(int group);

    /** How many bytes a group's packets take. */
    long bytes(int group);

    /** How many packets and gaps are kept. */
    int packets();

    /** What is kept of all groups. */
    Backlog backlog();
}
