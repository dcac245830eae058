package org.banip.server.address;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * What clients have open, by their networks, in the order in which it was opened. It tells what gives way when there is no room: the oldest of the
 * network that has most. Each call takes a time that grows with the logarithm of the number of networks at most. Any thread.
 *
 * @param <T> compared by {@code equals}
 */
public final class ByNetwork<T> {
    private final Map<ClientNetwork, Set<T>> open = new HashMap<>();
    private final NavigableMap<Integer, Set<ClientNetwork>> bySize = new TreeMap<>();
    private int size;

    /** Nothing is open. */
    public ByNetwork() {}

    /** Adds one more, the newest. */
    public synchronized void add(ClientNetwork network, T one) {
        Set<T> ofNetwork = open.computeIfAbsent(network, unused -> new LinkedHashSet<>());
        int before = ofNetwork.size();
        if (ofNetwork.add(one)) {
            size++;
            move(network, before, before + 1);
        }
    }

    /** Removes one, if it is there; returns whether it was. */
    public synchronized boolean remove(ClientNetwork network, T one) {
        Set<T> ofNetwork = open.get(network);
        if (ofNetwork == null || !ofNetwork.remove(one)) {
            return false;
        }
        size--;
        move(network, ofNetwork.size() + 1, ofNetwork.size());
        if (ofNetwork.isEmpty()) {
            open.remove(network);
        }
        return true;
    }

    /** Removes the oldest of the network that has most. */
    public synchronized Optional<T> takeOldest() {
        return size == 0
                ? Optional.empty()
                : takeOldest(bySize.lastEntry().getValue().iterator().next());
    }

    /** Removes the oldest of the network that has most, if there are more than {@code most} in all. */
    public synchronized Optional<T> takeBeyond(int most) {
        return size > most ? takeOldest() : Optional.empty();
    }

    /** Removes the oldest of a network. */
    public synchronized Optional<T> takeOldest(ClientNetwork network) {
        Set<T> ofNetwork = open.get(network);
        if (ofNetwork == null) {
            return Optional.empty();
        }
        T oldest = ofNetwork.iterator().next();
        remove(network, oldest);
        return Optional.of(oldest);
    }

    /** How many are open. */
    public synchronized int size() {
        return size;
    }

    private void move(ClientNetwork network, int before, int after) {
        Set<ClientNetwork> left = bySize.get(before);
        if (left != null && left.remove(network) && left.isEmpty()) {
            bySize.remove(before);
        }
        if (after > 0) {
            bySize.computeIfAbsent(after, unused -> new LinkedHashSet<>()).add(network);
        }
    }
}
