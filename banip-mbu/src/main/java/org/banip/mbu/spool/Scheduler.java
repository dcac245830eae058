package org.banip.mbu.spool;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.banip.mbu.stage.WakeUp;
import org.jspecify.annotations.Nullable;

/**
 * Wakes the links when there is something to send. Each claims what it is to send. With several links, a {@link Sharing} says which of them sends what.
 * Any thread.
 */
public final class Scheduler {
    private final List<WakeUp> links = new CopyOnWriteArrayList<>();

    private volatile @Nullable Sharing sharing;

    /** A scheduler without links. */
    public Scheduler() {}

    /** Adds the wake-up of a link. */
    public void add(WakeUp link) {
        links.add(link);
    }

    /** Several links share the items from now on. */
    public void share(Sharing how) {
        sharing = how;
    }

    /** How several links share the items; null if there is one link. */
    @Nullable
    Sharing sharing() {
        return sharing;
    }

    /** There is a new item to claim, or another change for the links. */
    public void itemAdded() {
        for (int i = 0; i < links.size(); i++) {
            links.get(i).raise();
        }
    }
}
