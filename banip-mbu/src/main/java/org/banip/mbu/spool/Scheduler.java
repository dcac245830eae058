package org.banip.mbu.spool;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.banip.mbu.stage.WakeUp;

/**
 * Decides which links are woken when there is something to send: all of them. The first link to claim an item sends it. With one link there is no
 * choice. Any thread.
 */
public final class Scheduler {
    private final List<WakeUp> links = new CopyOnWriteArrayList<>();

    /** A scheduler without links. */
    public Scheduler() {}

    /** Adds the wake-up of a link. */
    public void add(WakeUp link) {
        links.add(link);
    }

    /** There is a new item to claim, or another change for the links. */
    public void itemAdded() {
        for (int i = 0; i < links.size(); i++) {
            links.get(i).raise();
        }
    }
}
