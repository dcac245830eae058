package org.banip.mbu.spool;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.banip.core.ban.Frequency;
import org.banip.core.packet.Gap;
import org.banip.core.packet.Packet;
import org.banip.core.packet.Sequenced;

/**
 * The items of one group that wait and were never sent, or count as never sent because the host has refused each request that had them. They may
 * be given up, or move to another group. Part of {@link GroupSpool}, and guarded like it.
 */
final class UnsentItems {
    private final GroupSpool spool;
    private final Frequency frequency;

    UnsentItems(GroupSpool spool, Frequency frequency) {
        this.spool = spool;
        this.frequency = frequency;
    }

    /**
     * The time when the first packet was put in that was never sent, or that the host has refused each time; {@link Long#MAX_VALUE} if there is none.
     */
    long firstNanos() {
        for (Spooled spooled : spool.waiting) {
            if ((!spooled.everSent || spooled.isRefused()) && spooled.item instanceof Packet) {
                return spooled.putNanos;
            }
        }
        return Long.MAX_VALUE;
    }

    /**
     * Puts gaps in place of packets that were never sent and were sampled before an instant. Also replaces the packets after them that cannot be
     * decoded without them: those without key before the next key packet.
     */
    List<Gap> thin(long usefulFromNanos) {
        List<Spooled> front = new ArrayList<>();
        List<Gap> declared = new ArrayList<>();
        boolean undecodable = false;
        Spooled next = spool.waiting.peek();
        while (next != null) {
            Packet unsent = !next.everSent && next.item instanceof Packet packet ? packet : null;
            boolean goes = isOlder(next, usefulFromNanos) || (undecodable && next.isPacketWithoutKey());
            if (unsent != null && !goes) {
                break;
            }
            spool.removeFirst();
            if (unsent == null) {
                front.add(next);
            } else {
                Gaps.giveUp(unsent, next, front, declared);
                undecodable = true;
            }
            next = spool.waiting.peek();
        }
        if (undecodable && next == null) {
            spool.wantKey();
        }
        spool.putInFront(front);
        return declared;
    }

    /**
     * Takes out the packets that were never sent, from the first key packet on, and puts gaps in their place. Then the next packet must be a key
     * packet.
     */
    List<Spooled> take() {
        List<Spooled> kept = new ArrayList<>();
        List<Spooled> taken = new ArrayList<>();
        for (Spooled next = spool.waiting.peek(); next != null; next = spool.waiting.peek()) {
            spool.removeFirst();
            if (!next.everSent
                    && next.item instanceof Packet packet
                    && (!taken.isEmpty() || packet.header().key())) {
                taken.add(next);
                Gaps.giveUp(packet, next, kept, new ArrayList<>());
            } else {
                kept.add(next);
            }
        }
        if (!taken.isEmpty()) {
            spool.wantKey();
        }
        spool.putInFront(kept);
        return taken;
    }

    private boolean isOlder(Spooled spooled, long instantNanos) {
        Sequenced item = spooled.item;
        return item.originNanos() + frequency.nanosOfUnit(item.endUnit() - 1) < instantNanos;
    }

    /**
     * The session is registered again, and the host has stored the items before a number. Those after it at the end of the group that it has refused
     * each time count as never sent: no request that has them is on its way. All items must be waiting.
     *
     * @return the units of the packets among them
     */
    long goOn(long hostNext) {
        markSent(hostNext);
        long units = 0;
        Iterator<Spooled> fromLast = spool.waiting.descendingIterator();
        while (fromLast.hasNext()) {
            Spooled last = fromLast.next();
            if (last.item.sequence() < hostNext || (last.everSent && !last.isRefused())) {
                break;
            }
            if (last.everSent) {
                last.unsent();
                spool.sentSequence = last.item.sequence();
                units += last.item instanceof Packet ? last.units() : 0;
            }
        }
        return units;
    }

    /** The host has the items before a number. So they were sent, perhaps by an earlier process. */
    private void markSent(long hostNext) {
        for (Spooled spooled : spool.waiting) {
            if (spooled.item.sequence() >= hostNext) {
                return;
            }
            spooled.everSent = true;
        }
    }
}
