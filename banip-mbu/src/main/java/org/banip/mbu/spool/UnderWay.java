package org.banip.mbu.spool;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The items of one group that are under way, in sequence, and which links have them. An item belongs to the link that claimed it; others may send it as
 * well. Guarded by the spool's monitor.
 */
final class UnderWay {
    private final int group;
    private final ArrayDeque<Spooled> items = new ArrayDeque<>();
    /** The number of items on each link, copies included. */
    private int[] ofLink = new int[1];

    private long bytes;

    UnderWay(int group) {
        this.group = group;
    }

    boolean isEmpty() {
        return items.isEmpty();
    }

    int size() {
        return items.size();
    }

    @Nullable
    Spooled first() {
        return items.peekFirst();
    }

    @Nullable
    Spooled last() {
        return items.peekLast();
    }

    /** Calls for each item, in sequence. */
    void forEach(Consumer<Spooled> action) {
        items.forEach(action);
    }

    /** The bytes of which the host's reorder window must have room, if none of them is the next one there. */
    long bytes() {
        return bytes;
    }

    /** The number of items on a link. */
    int on(int link) {
        return link < ofLink.length ? ofLink[link] : 0;
    }

    /** Whether there are items that a link does not have. */
    boolean isAnyElsewhere(int link) {
        return items.size() > on(link);
    }

    /** A link has claimed an item. It goes in between if another link gave it back and later items are under way. */
    void claimed(Spooled item, int link, long nowNanos) {
        ArrayDeque<Spooled> later = null;
        while (!items.isEmpty() && items.getLast().item.sequence() > item.item.sequence()) {
            later = later == null ? new ArrayDeque<>() : later;
            later.addFirst(items.removeLast());
        }
        items.add(item);
        if (later != null) {
            items.addAll(later);
        }
        item.link = link;
        item.sentNanos = nowNanos;
        bytes += item.reorderBytes();
        count(link, 1);
    }

    /** A link sends an item as well. */
    void claimedAsWell(Spooled item, int link) {
        item.copies |= 1 << link;
        item.sent();
        count(link, 1);
    }

    /**
     * The first item that the link does not have and sends as well, or null. Of items that the same links have, the first one stands for all if it is
     * not sent.
     *
     * @param holdsUp whether all other items of the group wait for the first one
     */
    @Nullable
    Spooled firstAsWell(int link, Sharing sharing, boolean holdsUp) {
        Spooled first = items.peekFirst();
        int declined = 0;
        if (first != null && !first.isCarriedBy(link)) {
            if (sharing.sendsAsWell(group, first, holdsUp)) {
                return first;
            }
            declined = first.carriers();
        }
        return first == null || isAllOnlyOn(first.link) ? null : nextAsWell(link, sharing, declined);
    }

    private @Nullable Spooled nextAsWell(int link, Sharing sharing, int declinedCarriers) {
        int declined = declinedCarriers;
        for (Spooled spooled : items) {
            int carriers = spooled.carriers();
            if (!spooled.isCarriedBy(link) && carriers != declined) {
                if (sharing.sendsAsWell(group, spooled, false)) {
                    return spooled;
                }
                declined = carriers;
            }
        }
        return null;
    }

    /** Whether one link has all items, and no other one has any. */
    private boolean isAllOnlyOn(int link) {
        int all = 0;
        for (int on : ofLink) {
            all += on;
        }
        return all == items.size() && on(link) == all;
    }

    /** Takes out the first item, which is released. */
    Spooled removeFirst() {
        Spooled first = items.remove();
        bytes -= first.reorderBytes();
        for (int left = first.carriers(); left != 0; left &= left - 1) {
            count(Integer.numberOfTrailingZeros(left), -1);
        }
        return first;
    }

    /** The host has refused the request in which a link has sent its items. */
    void refused(int link) {
        for (Spooled spooled : items) {
            if (spooled.isCarriedBy(link)) {
                spooled.refused();
            }
        }
    }

    /** Takes out the items of a link, in sequence. If another link has an item as well, it belongs to that one from now on. */
    ArrayDeque<Spooled> takeFrom(int link, long nowNanos) {
        ArrayDeque<Spooled> kept = new ArrayDeque<>();
        ArrayDeque<Spooled> taken = new ArrayDeque<>();
        for (Spooled spooled : items) {
            if (spooled.link == link && spooled.copies != 0) {
                spooled.link = Integer.numberOfTrailingZeros(spooled.copies);
                spooled.copies &= ~(1 << spooled.link);
                spooled.sentNanos = nowNanos; // that link is not late with it yet
            } else {
                spooled.copies &= ~(1 << link);
            }
            (spooled.link == link ? taken : kept).add(spooled);
        }
        items.clear();
        items.addAll(kept);
        taken.forEach(spooled -> bytes -= spooled.reorderBytes());
        count(link, -on(link));
        return taken;
    }

    /** Takes out all items. */
    ArrayDeque<Spooled> takeAll() {
        ArrayDeque<Spooled> taken = new ArrayDeque<>(items);
        items.clear();
        bytes = 0;
        taken.forEach(spooled -> spooled.copies = 0);
        Arrays.fill(ofLink, 0);
        return taken;
    }

    private void count(int link, int more) {
        if (link >= ofLink.length) {
            ofLink = Arrays.copyOf(ofLink, link + 1);
        }
        ofLink[link] += more;
    }
}
