package org.banip.core.sequence;

import java.util.function.Consumer;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.packet.Gap;
import org.banip.core.packet.Sequenced;
import org.jspecify.annotations.Nullable;

/**
 * Puts one group's packets in order within a bounded window: a late or doubled one is dropped and counted, an early one waits,
 * one beyond the window is refused (docs/protocol.md, "Sequence rules"). One thread at a time.
 */
public final class ReorderWindow {
    private final @Nullable Sequenced[] waiting;
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

    /**
     * Takes what arrived and hands on all that is now in order. A gap that begins before the next expected number and ends after
     * it counts from the expected number on; its units stay as declared.
     *
     * @return false if it was a duplicate
     * @throws BanipException {@code SEQUENCE_BEYOND_WINDOW}; nothing is changed then
     */
    public boolean offer(Sequenced item, Consumer<Sequenced> inOrder) {
        Sequenced due = fromExpectedOn(item);
        long ahead = due.sequence() - next;
        if (ahead >= waiting.length) {
            throw new BanipException(
                    ErrorCode.SEQUENCE_BEYOND_WINDOW,
                    "sequence number " + item.sequence() + " of group " + item.group() + " is " + ahead
                            + " ahead of the expected " + next + ", allowed are " + (waiting.length - 1));
        }
        int slot = (int) (due.sequence() % waiting.length);
        if (ahead < 0 || waiting[slot] != null) {
            duplicates++;
            return false;
        }
        waiting[slot] = due;
        waitingCount++;
        handOn(inOrder);
        return true;
    }

    private Sequenced fromExpectedOn(Sequenced item) {
        if (item instanceof Gap gap && gap.sequence() < next && gap.nextSequence() > next) {
            return new Gap(
                    gap.group(),
                    next,
                    gap.nextSequence() - next,
                    gap.originNanos(),
                    gap.firstUnit(),
                    gap.unitCount(),
                    gap.reason());
        }
        return item;
    }

    private void handOn(Consumer<Sequenced> inOrder) {
        Sequenced overtaken = null;
        Sequenced item = takeExpected();
        while (item != null) {
            boolean several = item.nextSequence() - item.sequence() > 1;
            next = item.nextSequence();
            inOrder.accept(item);
            if (several) {
                overtaken = dropOvertaken(overtaken);
            }
            item = takeExpected();
        }
        if (overtaken != null) {
            offer(overtaken, inOrder);
        }
    }

    private @Nullable Sequenced takeExpected() {
        int slot = (int) (next % waiting.length);
        Sequenced item = waiting[slot];
        if (item != null) {
            waiting[slot] = null;
            waitingCount--;
        }
        return item;
    }

    /** After a gap of several numbers: what waited for one of them is a duplicate, but for the gap that reaches furthest. */
    private @Nullable Sequenced dropOvertaken(@Nullable Sequenced furthestSoFar) {
        Sequenced furthest = furthestSoFar;
        for (int slot = 0; slot < waiting.length; slot++) {
            Sequenced item = waiting[slot];
            if (item != null && item.sequence() < next) {
                waiting[slot] = null;
                waitingCount--;
                boolean further = furthest == null || item.nextSequence() > furthest.nextSequence();
                duplicates += furthest != null || !further ? 1 : 0;
                furthest = further ? item : furthest;
            }
        }
        return furthest;
    }

    /** The sequence number expected next. */
    public long next() {
        return next;
    }

    /** How many came late or twice. */
    public long duplicates() {
        return duplicates;
    }

    /** How many wait for an earlier one. */
    public int waiting() {
        return waitingCount;
    }
}
