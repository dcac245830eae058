package org.banip.mbu.journal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.text.Counted;
import org.banip.mbu.spool.SpoolException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads what an earlier process has left in a directory. Of several generations the last one counts that is complete. One thread.
 *
 * <p>The end of the last file may not be whole, because the process was killed or the power was cut while it was written: it is cut off. Damage
 * before that is reported in the log; {@link Holes} declares what was lost by it.
 */
final class Recovery {
    private static final Logger LOG = LoggerFactory.getLogger(Recovery.class);
    /** A file is longer than its limit by one record at most. Nothing longer is read into memory. */
    static final long LONGEST_FILE = 8L << 20;

    /** One file. */
    private static final class Read {
        final long number;
        final long end;
        final boolean damaged;

        Read(long number, long end, boolean damaged) {
            this.number = number;
            this.end = end;
            this.damaged = damaged;
        }
    }

    private final SpoolDirectory directory;
    private final Ciphers ciphers;
    /** The last complete generation, and the one after it that has begun. */
    private @Nullable Contents complete;

    private @Nullable Contents begun;
    private List<Read> files = new ArrayList<>();
    private List<Read> filesBegun = new ArrayList<>();
    /** Files of generations that do not count any more. */
    private final List<Long> former = new ArrayList<>();

    private long damagedRecords;

    Recovery(SpoolDirectory directory, Ciphers ciphers) {
        this.directory = directory;
        this.ciphers = ciphers;
    }

    /**
     * Reads all files.
     *
     * @return what they have; null if there is no file
     * @throws IllegalArgumentException if a file is encrypted with another key than the app's
     * @throws SpoolException if no file has a session
     */
    @Nullable
    Contents read() throws IOException {
        Set<Long> numbers = directory.segments();
        State first = firstState(numbers);
        if (first != null) {
            take(first); // the head of the first file may be damaged; its items count all the same
            settle();
        }
        for (long number : numbers) {
            readFile(number);
        }
        if (complete == null && begun != null && files.isEmpty()) {
            begun.state().complete = true; // the former files are deleted only after that was written, so it is damaged
            settle();
        }
        filesBegun.forEach(file -> former.add(file.number));
        if (complete == null && !files.isEmpty()) {
            throw new SpoolException(
                    "the spool in " + directory.path() + " is damaged: none of its " + Counted.of(files.size(), "file")
                            + " has a session; they are left as they are",
                    new BanipException(ErrorCode.MALFORMED_FRAME, "no head is whole"));
        }
        if (complete != null && files.isEmpty()) {
            throw new SpoolException(
                    "the spool in " + directory.path() + " is damaged: one of its files has records of two sessions;"
                            + " they are left as they are",
                    new BanipException(ErrorCode.MALFORMED_FRAME, "a session begins within a file"));
        }
        return complete;
    }

    /** The files of other generations, which can be deleted. */
    List<Long> former() {
        return former;
    }

    /** The files, in order. */
    List<Long> files() {
        List<Long> numbers = new ArrayList<>();
        files.forEach(file -> numbers.add(file.number));
        return numbers;
    }

    /** The end of the last whole record of the last file. */
    long endOfLast() {
        return files.get(files.size() - 1).end;
    }

    /** Whether the last file has no damage before its end. */
    boolean isLastWhole() {
        return !files.get(files.size() - 1).damaged;
    }

    /** The first state. Null if it is that of a generation that has begun, and files are before it: their items are of another one. */
    private @Nullable State firstState(Set<Long> numbers) throws IOException {
        List<State> found = new ArrayList<>();
        boolean headless = false;
        for (long number : numbers) {
            ciphers.reader(number, bytes(number)).read(record -> addState(record, found));
            if (!found.isEmpty()) {
                return headless && !found.get(0).complete ? null : found.get(0);
            }
            headless = true;
        }
        return null;
    }

    private void addState(RecordBody record, List<State> to) {
        try {
            if (to.isEmpty() && record.number(1) == RecordType.STATE) {
                to.add(State.read(record));
            }
        } catch (BanipException e) {
            requireThisVersion(e); // otherwise another file has one
        }
    }

    private byte[] bytes(long number) throws IOException {
        Path path = directory.segment(number);
        long length = Files.size(path);
        if (length > LONGEST_FILE) {
            throw new SpoolException(
                    path + " is no file of a spool: " + length + " bytes exceed limit " + LONGEST_FILE,
                    new BanipException(ErrorCode.TOO_LONG, length + " bytes"));
        }
        return Files.readAllBytes(path);
    }

    private void readFile(long number) throws IOException {
        SegmentReader reader = ciphers.reader(number, bytes(number));
        damagedRecords = 0;
        reader.read(record -> take(record, number));
        damagedRecords += reader.unreadable();
        boolean damaged = reader.skipped() > 0 || damagedRecords > 0;
        if (damaged) {
            LOG.warn(
                    "spool: {} is damaged: {} skipped, and {}",
                    directory.segment(number),
                    Counted.of(reader.skipped(), "byte"),
                    Counted.of(damagedRecords, "record"));
        }
        (begun == null ? files : filesBegun).add(new Read(number, reader.end(), damaged));
    }

    private void take(RecordBody record, long number) {
        try {
            int type = (int) record.number(1);
            if (type == RecordType.STATE) {
                take(State.read(record));
            } else if (begun != null) {
                begun.take(type, record, number);
            } else if (complete != null) {
                complete.take(type, record, number);
            } else {
                damagedRecords++; // without the head before it
            }
        } catch (BanipException e) {
            requireThisVersion(e);
            LOG.debug("spool: record of {} skipped", directory.segment(number), e);
            damagedRecords++;
        }
        settle();
    }

    private void requireThisVersion(BanipException e) {
        if (e.code() == ErrorCode.UNSUPPORTED_VERSION) {
            throw new SpoolException(
                    "the spool in " + directory.path() + " was written by another version: " + e.getMessage(), e);
        }
    }

    /** A generation that is complete counts, and the one before it no longer. */
    private void settle() {
        if (begun != null && begun.state().complete) {
            complete = begun;
            begun = null;
            files.forEach(file -> former.add(file.number));
            files = filesBegun;
            filesBegun = new ArrayList<>();
        }
    }

    private void take(State state) {
        if (begun != null && state.generation == begun.state().generation) {
            begun.take(state);
        } else if (complete != null && state.generation == complete.state().generation) {
            complete.take(state);
        } else if (complete == null || state.generation > complete.state().generation) {
            begun = new Contents(state); // and complete at once, if the state says so
        }
    }
}
