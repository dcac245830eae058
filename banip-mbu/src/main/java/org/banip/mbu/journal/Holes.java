package org.banip.mbu.journal;

import java.util.ArrayList;
import java.util.List;
import org.banip.core.ban.Frequency;
import org.banip.core.packet.Gap;
import org.banip.core.packet.Packet;
import org.banip.core.packet.PacketHeader;
import org.banip.core.packet.Sequenced;
import org.banip.mbu.spool.Kept;
import org.banip.mbu.spool.SpoolJournal;
import org.jspecify.annotations.Nullable;

/**
 * Puts gaps in place of the items of one group whose records are damaged, and of the packets that cannot be decoded without them. Which sensor sets
 * were lost follows from the items beside them, or is guessed from their length.
 */
final class Holes {
    private static final long MOST_NUMBERS = 1L << 32;

    private final int group;
    private final Frequency frequency;
    private final List<Kept.Item> filled = new ArrayList<>();
    private int gaps;

    Holes(int group, Frequency frequency) {
        this.group = group;
        this.frequency = frequency;
    }

    /** How many gaps it has made. */
    int gaps() {
        return gaps;
    }

    /**
     * The items without holes.
     *
     * @param items those that are there, in sequence
     * @param state how far the group is
     */
    List<Kept.Item> fill(List<Kept.Item> items, State.Group state) {
        long expected = state.released;
        boolean undecodable = false;
        for (Kept.Item item : items) {
            Sequenced next = item.item();
            if (next.nextSequence() <= expected) {
                continue; // a gap of the host's loss that was not noted completely
            }
            if (next.sequence() > expected) {
                insert(expected, next.sequence(), next, item.putNanos());
                undecodable = true;
            }
            Packet packet = next instanceof Packet of ? of : null;
            undecodable &= packet == null || !packet.header().key();
            if (packet != null && undecodable) {
                add(instead(packet), item.putNanos());
            } else {
                filled.add(item);
            }
            expected = next.nextSequence();
        }
        if (expected < state.next) {
            insertLast(expected, state);
        }
        return filled;
    }

    private void insert(long from, long to, Sequenced next, long putNanos) {
        Sequenced before = last();
        if (before != null && before.originNanos() == next.originNanos() && before.endUnit() < next.firstUnit()) {
            long units = next.firstUnit() - before.endUnit();
            add(gap(from, to, before.originNanos(), before.endUnit(), units), putNanos);
        } else if (before != null) {
            add(behind(from, to, before), putNanos);
        } else {
            long units = units(from, to, next);
            long first = next.firstUnit() - units;
            long origin = first >= 0 ? next.originNanos() : next.originNanos() - frequency.nanosOfUnit(units);
            add(gap(from, to, origin, Math.max(0, first), units), putNanos);
        }
    }

    private void insertLast(long from, State.Group state) {
        Sequenced before = last();
        long putNanos = filled.isEmpty()
                ? Long.MAX_VALUE
                : filled.get(filled.size() - 1).putNanos();
        if (before != null && before.originNanos() == state.originNanos && before.endUnit() < state.endUnit) {
            long units = state.endUnit - before.endUnit();
            add(gap(from, state.next, state.originNanos, before.endUnit(), units), putNanos);
        } else if (before != null) {
            add(behind(from, state.next, before), putNanos);
        } else {
            long first = Math.max(0, state.endUnit - 1);
            add(gap(from, state.next, state.originNanos, first, 1), putNanos);
        }
    }

    /** The gap directly behind an item, as long as packets of its length. */
    private Gap behind(long from, long to, Sequenced before) {
        return gap(from, to, before.originNanos(), before.endUnit(), units(from, to, before));
    }

    private static long units(long from, long to, Sequenced beside) {
        long each = beside instanceof Packet packet ? packet.header().unitCount() : 1;
        return Math.min(MOST_NUMBERS, to - from) * each;
    }

    private Gap gap(long from, long to, long originNanos, long firstUnit, long units) {
        long most = PacketHeader.MAX_NUMBER - firstUnit;
        return new Gap(group, from, to - from, originNanos, firstUnit, Math.min(units, most), Gap.Reason.THINNED);
    }

    private Gap instead(Packet packet) {
        PacketHeader header = packet.header();
        return new Gap(
                group,
                header.sequence(),
                1,
                header.originNanos(),
                header.firstUnit(),
                header.unitCount(),
                Gap.Reason.THINNED);
    }

    private @Nullable Sequenced last() {
        return filled.isEmpty() ? null : filled.get(filled.size() - 1).item();
    }

    private void add(Gap gap, long putNanos) {
        gaps++;
        filled.add(new Kept.Item(gap, 0, putNanos, SpoolJournal.NOWHERE));
    }
}
