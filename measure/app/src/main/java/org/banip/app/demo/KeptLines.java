package org.banip.app.demo;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.stream.Stream;

/** The first and the last lines of what a process prints: whom it found, and the digests. One thread at a time. */
final class KeptLines {
    private final int mostFirst;
    private final int mostLast;
    private final List<String> first = new ArrayList<>();
    private final Deque<String> last = new ArrayDeque<>();

    /** Keeps at most this number of lines. */
    KeptLines(int mostFirst, int mostLast) {
        this.mostFirst = mostFirst;
        this.mostLast = mostLast;
    }

    void add(String line) {
        if (first.size() < mostFirst) {
            first.add(line);
            return;
        }
        last.add(line);
        if (last.size() > mostLast) {
            last.remove();
        }
    }

    /** The lines that are kept, in their order. */
    List<String> all() {
        return Stream.concat(first.stream(), last.stream()).toList();
    }
}
