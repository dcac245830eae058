package org.banip.mbu.journal;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Iterator;

/** The files of one generation, in order. The last one is written. Guarded by the journal. */
final class Segments {
    private final SpoolDirectory directory;
    private final Ciphers ciphers;
    private final Lookup lookup;
    private final ArrayDeque<Segment> all = new ArrayDeque<>();
    /** Of all but the last one. */
    private long sealedBytes;

    Segments(SpoolDirectory directory, Ciphers ciphers) {
        this(directory, ciphers, new Lookup(directory, ciphers));
    }

    private Segments(SpoolDirectory directory, Ciphers ciphers, Lookup lookup) {
        this.directory = directory;
        this.ciphers = ciphers;
        this.lookup = lookup;
    }

    /** Adds a file that is there. */
    void add(Segment segment) {
        if (!all.isEmpty()) {
            sealedBytes += all.getLast().length();
        }
        all.add(segment);
    }

    Segment active() {
        return all.getLast();
    }

    Segment first() {
        return all.getFirst();
    }

    int count() {
        return all.size();
    }

    long bytes() {
        return sealedBytes + active().length();
    }

    /** Begins another file. What the last one has is on the disk then. */
    void roll(State state) throws IOException {
        Segment last = active();
        last.sync();
        begin(last.number + 1, state);
        last.close();
    }

    /** Begins a file of this number. */
    void begin(long number, State state) throws IOException {
        RecordBuffer head = buffer();
        ciphers.writeKey(head);
        state.write(head);
        ciphers.writeKey(head);
        state.writeAdded(head);
        add(Segment.create(directory, number, head, ciphers.own()));
    }

    /** The files of another generation, which begins. */
    Segments following(State state) throws IOException {
        Segments next = new Segments(directory, ciphers, lookup);
        next.begin(active().number + 1, state);
        return next;
    }

    /** A buffer for records that are written to these files. */
    RecordBuffer buffer() {
        return ciphers.buffer();
    }

    /** Whether the first file is to be encrypted, or to have the present key: its items are to be written once more. */
    boolean isFirstOutdated() {
        return all.size() > 1 && ciphers.isOutdated(first().number);
    }

    /** Deletes the files without items, but not the last one, whose head says what they say. */
    void deleteEmpty() throws IOException {
        Segment last = active();
        for (Iterator<Segment> each = all.iterator(); each.hasNext(); ) {
            Segment segment = each.next();
            if (segment != last && segment.isEmpty()) {
                each.remove();
                sealedBytes -= segment.length();
                directory.delete(segment.number);
            }
        }
    }

    /** Whether the first file can go. */
    boolean isFirstReleased(State state) {
        return all.size() > 1 && first().isReleased(state);
    }

    /**
     * The payload of a packet of this generation, or of one whose files are still there.
     *
     * @throws IOException if it cannot be read, or is damaged
     */
    byte[] payload(long file, int offset) throws IOException {
        return lookup.payload(file, offset);
    }

    /**
     * Deletes the files from the first one on whose items are all released, but not the last one. None is kept open for reading: it would keep its
     * room on the disk, and some platforms do not delete it.
     */
    void deleteReleased(State state) throws IOException {
        lookup.close();
        while (isFirstReleased(state)) {
            Segment gone = all.removeFirst();
            sealedBytes -= gone.length();
            directory.delete(gone.number);
        }
    }

    /** Deletes all files, the first one first. */
    void deleteAll() throws IOException {
        close();
        for (Segment segment : all) {
            directory.delete(segment.number);
        }
        directory.sync();
    }

    void close() throws IOException {
        lookup.close();
        if (!all.isEmpty()) {
            active().close();
        }
    }
}
