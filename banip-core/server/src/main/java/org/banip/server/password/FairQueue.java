package org.banip.server.password;

import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A bounded queue that takes one element of each key in turn, so that a key with many elements delays the others by one each. If a key has its full
 * number, a new element displaces the oldest of that key. If the queue is full, it displaces the oldest element of the key with the most elements.
 * Guarded by its user.
 */
final class FairQueue<K, T> {
    private final int most;
    private final int mostOfKey;
    /** Queues by key, in the order of their turns; none is empty. */
    private final Map<K, ArrayDeque<T>> waiting = new LinkedHashMap<>();

    private int size;

    FairQueue(int most, int mostOfKey) {
        this.most = most;
        this.mostOfKey = mostOfKey;
    }

    /** Adds an element; returns the element that it displaced, if any. */
    Optional<T> offer(K key, T element) {
        Optional<T> displaced = Optional.empty();
        ArrayDeque<T> same = waiting.get(key);
        if (same != null && same.size() >= mostOfKey) {
            displaced = takeOldest(key);
        } else if (size >= most) {
            displaced = takeOldest(largest());
        }
        waiting.computeIfAbsent(key, first -> new ArrayDeque<>()).add(element);
        size++;
        return displaced;
    }

    /** The element whose turn it is. */
    Optional<T> poll() {
        Iterator<K> turns = waiting.keySet().iterator();
        if (!turns.hasNext()) {
            return Optional.empty();
        }
        K key = turns.next();
        Optional<T> taken = takeOldest(key);
        ArrayDeque<T> rest = waiting.remove(key);
        if (rest != null) {
            waiting.put(key, rest);
        }
        return taken;
    }

    private K largest() {
        K largest = waiting.keySet().iterator().next();
        int longest = 0;
        for (Map.Entry<K, ArrayDeque<T>> entry : waiting.entrySet()) {
            if (entry.getValue().size() > longest) {
                largest = entry.getKey();
                longest = entry.getValue().size();
            }
        }
        return largest;
    }

    private Optional<T> takeOldest(K key) {
        ArrayDeque<T> elements = waiting.get(key);
        if (elements == null) {
            return Optional.empty();
        }
        T oldest = elements.remove();
        size--;
        if (elements.isEmpty()) {
            waiting.remove(key);
        }
        return Optional.of(oldest);
    }
}
