package org.banip.core.sequence;

import java.util.function.Consumer;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
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
     * Takes what arrived and hands on all that is now in order.
     *
     * @return false if it was a duplicate
     * @throws BanipException {@code SEQUENCE_BEYOND_WINDOW}; nothing is changed then
     */
    public boolean offer(Sequenced item, Consumer<Sequenced> inOrder) {
        long ahead = item.sequence() - next;
        if (ahead >= waiting.length) {
            throw new BanipException(
                    ErrorCode.SEQUENCE_BEYOND_WINDOW,
                    "sequence number " + item.sequence() + " of group " + item.group() + " is " + ahead
                            + " ahead of the expected " + next + ", allowed are " + (waiting.length - 1));
        }
        int slot = (int) (item.sequence() % waiting.length);
        if (ahead < 0 || waiting[slot] != null) {
            duplicates++;
            return false;
        }
        waiting[slot] = item;
        waitingCount++;
        handOn(inOrder);
        return true;
    }

    private void handOn(Consumer<Sequenced> inOrder) {
        int slot = (int) (next % waiting.length);
        Sequenced item = waiting[slot];
        while (item != null && item.sequence() == next) {
            waiting[slot] = null;
            waitingCount--;
            next = item.nextSequence();
            inOrder.accept(item);
            slot = (int) (next % waiting.length);
            item = waiting[slot];
        }
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
