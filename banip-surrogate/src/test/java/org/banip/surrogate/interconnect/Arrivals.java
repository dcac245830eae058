package org.banip.surrogate.interconnect;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.banip.core.packet.Sequenced;

/** Arrivals that no request brought. */
final class Arrivals {
    private Arrivals() {}

    /** The item, as it arrives. */
    static Arrival of(Sequenced item) {
        return new Arrival(item, null, 0);
    }

    /** What is in order now: taken out, and settled. */
    static List<Sequenced> takeWaiting(ReorderBuffer order) {
        List<Arrival> taken = new ArrayList<>();
        order.takeWaiting(taken);
        List<Sequenced> items = new ArrayList<>();
        for (Arrival arrival : taken) {
            order.settled(arrival);
            items.add(arrival.item());
        }
        return Collections.unmodifiableList(items);
    }
}
