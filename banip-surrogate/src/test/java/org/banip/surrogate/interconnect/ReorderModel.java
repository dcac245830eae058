package org.banip.surrogate.interconnect;

import java.util.ArrayList;
import java.util.List;
import org.banip.core.packet.Gap;
import org.banip.core.packet.Sequenced;

/** Section 7 of docs/protocol.md in the simplest words: a heap of what waits, searched from end to end. */
final class ReorderModel {
    private final int size;
    private final List<Sequenced> heap = new ArrayList<>();
    private final List<Sequenced> inOrder = new ArrayList<>();
    private long next;
    private long offered;

    ReorderModel(int size, long next) {
        this.size = size;
        this.next = next;
    }

    void offer(Sequenced item) {
        offered++;
        if (item.sequence() - next >= size) {
            throw new AssertionError(item + " is beyond the window of " + size + " from " + next);
        }
        heap.add(item);
        dropDuplicates();
        for (Sequenced first = due(); first != null; first = due()) {
            heap.remove(first);
            inOrder.add(first.sequence() < next ? rest((Gap) first) : first);
            next = first.nextSequence();
            dropDuplicates();
        }
    }

    /** What ends too early; and of two that begin together the shorter, the rest of a longer one, or the later one. */
    private void dropDuplicates() {
        List<Sequenced> kept = new ArrayList<>();
        heap.removeIf(item -> item.nextSequence() <= next);
        for (Sequenced item : heap) {
            Sequenced rival = null;
            for (Sequenced other : kept) {
                rival = begin(other) == begin(item) ? other : rival;
            }
            if (rival == null) {
                kept.add(item);
            } else if (item.nextSequence() > rival.nextSequence()
                    || (item.nextSequence() == rival.nextSequence() && item.sequence() > rival.sequence())) {
                kept.set(kept.indexOf(rival), item);
            }
        }
        heap.clear();
        heap.addAll(kept);
    }

    private long begin(Sequenced item) {
        return Math.max(next, item.sequence());
    }

    private Sequenced due() {
        for (Sequenced item : heap) {
            if (item.sequence() <= next) {
                return item;
            }
        }
        return null;
    }

    private Gap rest(Gap gap) {
        Sequenced before = inOrder.isEmpty() ? null : inOrder.get(inOrder.size() - 1);
        return gap.from(next, before);
    }

    long next() {
        return next;
    }

    int waiting() {
        return heap.size();
    }

    long duplicates() {
        return offered - inOrder.size() - heap.size();
    }

    List<Sequenced> inOrder() {
        return inOrder;
    }
}
