package org.banip.mbu.interconnect;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** The connections of all links that are open now, and the links on which the host answers. Any thread. */
final class Connections {
    private final List<Exchange> exchanges = new CopyOnWriteArrayList<>();
    /** Of the exchanges: an acknowledgement may come on another link than the item went. */
    private final List<SendWindow> windows = new CopyOnWriteArrayList<>();

    /** Bit n for link n. */
    private final AtomicInteger answered = new AtomicInteger();

    void opened(Exchange exchange) {
        windows.add(exchange.window());
        exchanges.add(exchange);
    }

    void closed(Exchange exchange) {
        exchanges.remove(exchange);
        windows.remove(exchange.window());
    }

    boolean isAnyOpen() {
        return !exchanges.isEmpty();
    }

    /** The send windows; may be changed. */
    List<SendWindow> windows() {
        return windows;
    }

    /** Whether there is one only. Only then do both sides know the same last packets. */
    boolean isOneOnly() {
        return windows.size() == 1;
    }

    void breakOff(String why) {
        exchanges.forEach(exchange -> exchange.breakOff(new IOException(why)));
    }

    // --- answers ---

    /** The host was heard on a link. Returns whether it is the first time on this connection. */
    boolean heard(int link) {
        int bit = 1 << link;
        return (answered.get() & bit) == 0 && (answered.getAndUpdate(links -> links | bit) & bit) == 0;
    }

    /** The host answers there no longer. Returns whether it did. */
    boolean ended(int link) {
        int bit = 1 << link;
        return (answered.getAndUpdate(links -> links & ~bit) & bit) != 0;
    }

    boolean isAnswered(int link) {
        return (answered.get() & 1 << link) != 0;
    }

    /** Whether the host answers on another link than this one. */
    boolean isAnsweredBeside(int link) {
        return (answered.get() & ~(1 << link)) != 0;
    }
}
