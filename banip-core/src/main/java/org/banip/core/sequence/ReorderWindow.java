package org.banip.core.sequence;

import java.util.Arrays;
import java.util.function.Consumer;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.packet.Gap;
import org.banip.core.packet.Sequenced;
import org.jspecify.annotations.Nullable;

/**
 * Puts one group's packets and gaps in order within a bounded window: what came before is dropped and counted, an early one
 * waits, one that begins beyond the window is refused (docs/protocol.md, "Sequence rules"). One thread at a time.
 *
 * <p>A gap may take many numbers, also beyond the window. It overrules what waits inside its range; of what has been handed on it
 * changes nothing: only its rest is handed on then.
 */
public final class ReorderWindow {
    /** Slot {@code s % length} holds the item that begins at s, from {@code next} on and not beyond the window. */
    private final @Nullable Sequenced[] waiting;

    private @Nullable Sequenced last;
    private long next;
    private long duplicates;
    private int waitingCount;

    /** A window that expects {@code next} and holds at most {@code size − 1} early ones. */
    public ReorderWindow(int size, long next) {
        if (size < 1) {
            throw new IllegalArgumentException("window of " + size);
        }
        waiting = new @Nullable Sequenced[size];
        this.next = next;
    }

    /** A window that goes on after the last item the store holds. */
    public static ReorderWindow after(int size, Sequenced last) {
        ReorderWindow window = new ReorderWindow(size, last.nextSequence());
        window.last = last;
        return window;
    }

    /**
     * Takes what arrived and hands on all that is now in order. If {@code inOrder} throws, the item it refused is forgotten and
     * expected again; those behind it stay.
     *
     * @return false if it was a duplicate
     * @throws BanipException {@code SEQUENCE_BEYOND_WINDOW}; nothing is changed then
     */
    public boolean offer(Sequenced item, Consumer<? super Sequenced> inOrder) {
        if (item.sequence() - next >= waiting.length) {
            throw new BanipException(
                    ErrorCode.SEQUENCE_BEYOND_WINDOW,
                    "sequence number " + item.sequence() + " of group " + item.group() + " is "
                            + (item.sequence() - next) + " ahead of the expected " + next + ", allowed are "
                            + (waiting.length - 1));
        }
        boolean kept = keep(item);
        Sequenced first = waiting[slot(next)];
        while (first != null) {
            handOn(first, inOrder);
            first = waiting[slot(next)];
        }
        return kept;
    }

    /** Puts it where it waits. Of two that begin together the one that ends later stays. */
    private boolean keep(Sequenced item) {
        int slot = slot(Math.max(next, item.sequence()));
        Sequenced there = waiting[slot];
        if (item.nextSequence() <= (there == null ? next : there.nextSequence())) {
            duplicates++;
            return false;
        }
        waiting[slot] = item;
        if (there == null) {
            waitingCount++;
        } else {
            duplicates++;
        }
        return true;
    }

    private void handOn(Sequenced first, Consumer<? super Sequenced> inOrder) {
        Sequenced item = first instanceof Gap gap && gap.sequence() < next ? gap.from(next, last) : first;
        waiting[slot(next)] = null;
        waitingCount--;
        inOrder.accept(item);
        long windowEnd = next + waiting.length;
        long overruledFrom = next + 1;
        next = item.nextSequence();
        last = item;
        Sequenced furthest = takeFurthest(overruledFrom, Math.min(next, windowEnd));
        if (furthest != null) {
            keep(furthest);
        }
    }

    /** Takes out what waits in this range; of it the one that ends last, the others are dropped. */
    private @Nullable Sequenced takeFurthest(long from, long to) {
        Sequenced furthest = null;
        for (long sequence = from; sequence < to; sequence++) {
            Sequenced overruled = waiting[slot(sequence)];
            if (overruled == null) {
                continue;
            }
            waiting[slot(sequence)] = null;
            waitingCount--;
            duplicates += furthest == null ? 0 : 1;
            if (furthest == null || overruled.nextSequence() > furthest.nextSequence()) {
                furthest = overruled;
            }
        }
        return furthest;
    }

    /** Forgets what waits for an earlier one; what was handed on stays so. */
    public void forgetWaiting() {
        if (waitingCount > 0) {
            Arrays.fill(waiting, null);
            waitingCount = 0;
        }
    }

    private int slot(long sequence) {
        return (int) (sequence % waiting.length);
    }

    /** The sequence number expected next. */
    public long next() {
        return next;
    }

    /** How many were dropped because they came late, twice, or inside a gap. */
    public long duplicates() {
        return duplicates;
    }

    /** How many wait for an earlier one. */
    public int waiting() {
        return waitingCount;
    }
}
