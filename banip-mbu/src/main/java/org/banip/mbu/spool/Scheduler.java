package org.banip.mbu.spool;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.banip.mbu.stage.Signal;

/**
 * Says which links are told that there is something to send: all of them, and whichever claims first carries it. With one link there is no
 * choice. Any thread.
 */
public final class Scheduler {
    private final List<Signal> links = new CopyOnWriteArrayList<>();

    /** No links yet. */
    public Scheduler() {}

    /** A link that carries, woken by its signal. */
    public void add(Signal link) {
        links.add(link);
    }

    /** Something waits to be claimed, or something else is to be looked at. */
    public void itemAdded() {
        for (int i = 0; i < links.size(); i++) {
            links.get(i).raise();
        }
    }
}
