package org.banip.surrogate.store;

import java.util.function.BiPredicate;
import org.banip.core.packet.Sequenced;
import org.jspecify.annotations.Nullable;

/** Finds where the end of a group's record begins, in steps back that double. Each step reads one item. */
public final class StepsBack {
    private StepsBack() {}

    /**
     * The number of the first item that is wanted.
     *
     * @param next the number after the last item
     * @param firstStep least number of items
     * @param longestStep largest number of items
     * @param reaches whether the first item and the last one are far enough apart
     */
    public static long from(
            ItemsOf items, long next, long firstStep, long longestStep, BiPredicate<Sequenced, Sequenced> reaches) {
        Sequenced last = items.at(next - 1);
        long step = firstStep;
        while (last != null && step < next && step < longestStep) {
            Sequenced first = items.at(next - step);
            if (first != null && reaches.test(first, last)) {
                break;
            }
            step *= 2;
        }
        return Math.max(0, next - Math.min(step, longestStep));
    }

    /** The items of a group, each by its number. */
    public record ItemsOf(Store store, InterconnectRecord interconnect, int group) {
        /** The item that has this number; null if it is damaged or missing. */
        public @Nullable Sequenced at(long sequence) {
            Sequenced[] found = new Sequenced[1];
            try {
                store.read(interconnect, group, sequence, item -> {
                    found[0] = item;
                    return false;
                });
            } catch (DamagedItemException e) {
                return null;
            }
            return found[0];
        }
    }
}
