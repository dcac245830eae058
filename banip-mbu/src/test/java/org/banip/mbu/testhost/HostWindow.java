package org.banip.mbu.testhost;

import java.util.TreeMap;
import java.util.function.Consumer;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.packet.Gap;
import org.banip.core.packet.Sequenced;
import org.jspecify.annotations.Nullable;

/** The sequence rules of docs/protocol.md for one group. Guarded by its session. */
final class HostWindow {
    private final int size;
    /** The waiting items, by the number at which they begin. */
    private final TreeMap<Long, Sequenced> waiting = new TreeMap<>();

    private @Nullable Sequenced last;
    private long next;
    private long duplicates;

    HostWindow(int size, long next) {
        this.size = size;
        this.next = next;
    }

    /** Takes an item and passes on all items that are in order. If {@code inOrder} throws, the item is expected again. */
    void offer(Sequenced item, Consumer<Sequenced> inOrder) {
        if (item.sequence() - next >= size) {
            throw new BanipException(
                    ErrorCode.SEQUENCE_BEYOND_WINDOW, item.sequence() + " is beyond " + size + " from " + next);
        }
        keep(item);
        for (Sequenced first = waiting.remove(next); first != null; first = waiting.remove(next)) {
            Sequenced given = first instanceof Gap gap && gap.sequence() < next ? gap.from(next, last) : first;
            inOrder.accept(given);
            last = given;
            next = given.nextSequence();
            while (!waiting.isEmpty() && waiting.firstKey() < next) {
                keep(waiting.pollFirstEntry().getValue());
            }
        }
    }

    /** If two items begin together, keeps the one that ends later. */
    private void keep(Sequenced item) {
        long begin = Math.max(next, item.sequence());
        Sequenced there = waiting.get(begin);
        if (item.nextSequence() > (there == null ? next : there.nextSequence())) {
            waiting.put(begin, item);
            duplicates += there == null ? 0 : 1;
        } else {
            duplicates++;
        }
    }

    long next() {
        return next;
    }

    long duplicates() {
        return duplicates;
    }
}
