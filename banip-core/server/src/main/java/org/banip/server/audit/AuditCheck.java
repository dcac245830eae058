package org.banip.server.audit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads files of an audit log, in their order, and finds the first line that is not as it was written: changed, removed, inserted or exchanged. What
 * was cut off at the end can only be found with a digest that was kept elsewhere. One thread.
 */
public final class AuditCheck {
    private final Listener listener;
    private final long total;
    private final String expected;
    private final List<AuditLine.Torn> undeclared = new ArrayList<>();

    private long done;
    private long lines;
    private long declared;
    private boolean found;
    private Optional<AuditLine> first = Optional.empty();
    private Optional<AuditLine> last = Optional.empty();
    /** The first bad line or end of a file that no later file has declared. */
    private Optional<Bad> suspect = Optional.empty();
    /** Whether all that is wrong with the file that was read last is that its last line has no end. */
    private boolean endsWithinLine;

    /** Hears of the progress. */
    @FunctionalInterface
    public interface Listener {
        /** So many bytes of all are read. */
        void progress(long done, long total);
    }

    /**
     * The first line that is not as it was written.
     *
     * @param file its file
     * @param line its place there, from 1
     * @param reason what is wrong, after "the line"
     */
    public record Bad(Path file, long line, String reason) {
        /** In a line of text. */
        public String text() {
            return file + ", line " + line + ": " + reason;
        }
    }

    /**
     * What was found.
     *
     * @param lines that are as they were written, until the first one that is not
     * @param firstNumber of the first line; more than 1 if older files are not there
     * @param lastNumber of the last one
     * @param lastTime when it was recorded
     * @param digest of the last one: keep it elsewhere
     * @param unfinished ends of files that a killed process has left and that the log declares
     * @param open whether the last file ends within a line, as it does while it is written, or after the process was killed
     * @param bad the first line that is not as it was written
     * @param expected whether the line was there whose digest was expected, or none was
     */
    public record Report(
            long lines,
            long firstNumber,
            long lastNumber,
            String lastTime,
            String digest,
            long unfinished,
            boolean open,
            Optional<Bad> bad,
            boolean expected) {
        /** Whether nothing is wrong. */
        public boolean isIntact() {
            return bad.isEmpty() && expected;
        }
    }

    private AuditCheck(long total, String expected, Listener listener) {
        this.total = total;
        this.expected = expected;
        this.listener = listener;
    }

    /**
     * Reads all of a log.
     *
     * @param places its files in order, or directories that have them
     * @param expected the digest of a line that has to be there; empty if none is known
     * @throws IllegalArgumentException if there is no file, or a directory has none
     * @throws UncheckedIOException if one cannot be read
     */
    public static Report run(List<Path> places, Optional<String> expected, Listener listener) {
        try {
            List<Path> files = new ArrayList<>();
            long total = 0;
            for (Path place : places) {
                files.addAll(filesOf(place));
            }
            for (Path file : files) {
                total += Files.size(file);
            }
            return new AuditCheck(total, expected.orElse(""), listener).check(files);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Path> filesOf(Path place) throws IOException {
        if (Files.isRegularFile(place)) {
            return List.of(place);
        }
        List<Path> files = Files.isDirectory(place) ? AuditEnd.files(place) : List.of();
        if (files.isEmpty()) {
            throw new IllegalArgumentException(place + " is neither a file nor a directory with files audit-N.jsonl");
        }
        return files;
    }

    private Report check(List<Path> files) throws IOException {
        boolean open = false;
        Optional<Bad> bad = Optional.empty();
        for (int index = 0; index < files.size() && bad.isEmpty(); index++) {
            try (AuditReader reader = new AuditReader(files.get(index), this::read)) {
                bad = check(reader);
                open = reader.endsWithinLine();
            }
        }
        if (bad.isEmpty() && !(endsWithinLine && undeclared.size() == 1)) {
            bad = suspect;
        }
        return new Report(
                lines,
                first.map(AuditLine::number).orElse(0L),
                last.map(AuditLine::number).orElse(0L),
                last.map(AuditLine::time).orElse(""),
                last.map(AuditLine::digest).orElse(AuditLine.NONE),
                declared,
                open,
                bad,
                expected.isEmpty() || found);
    }

    private void read(long bytes) {
        done += bytes;
        listener.progress(done, total);
    }

    /** Checks one file; what is behind its last good line may be declared by the next one. */
    private Optional<Bad> check(AuditReader reader) throws IOException {
        endsWithinLine = false;
        while (reader.next()) {
            Optional<AuditLine> line = AuditLine.parse(reader.line());
            Optional<String> reason =
                    line.isEmpty() ? Optional.of("it is no line of an audit log") : problem(line.get());
            if (reason.isEmpty() && suspect.isPresent() && !declares(line.get())) {
                return suspect;
            }
            if (reason.isPresent()) {
                if (suspect.isPresent()) {
                    return suspect; // nothing but the first line of the next file declares it
                }
                suspect = Optional.of(bad(reader, line, reason.get()));
                undeclared.add(reader.restFromLine());
                return Optional.empty();
            }
            accept(line.get());
        }
        if (reader.endsWithinLine()) {
            endsWithinLine = true;
            undeclared.add(reader.restAtEnd());
            if (suspect.isEmpty()) {
                suspect = Optional.of(new Bad(
                        reader.file(),
                        reader.number() + 1,
                        "it was not written to its end, which no later line declares"));
            }
        }
        return Optional.empty();
    }

    private Optional<String> problem(AuditLine line) {
        if (last.isEmpty()) {
            return line.number() == 1 && !line.previous().equals(AuditLine.NONE)
                    ? Optional.of("it is number 1, and names a line before it")
                    : Optional.empty();
        }
        long next = last.get().number() + 1;
        if (line.number() > next) {
            long missing = line.number() - next;
            return Optional.of("it has number " + line.number() + ", and " + next + " was expected: " + missing
                    + (missing == 1 ? " line is" : " lines are") + " missing before it, or it was moved here");
        }
        if (line.number() < next) {
            return Optional.of("it has number " + line.number() + ", and " + next
                    + " was expected: a line was inserted, or moved");
        }
        return line.previous().equals(last.get().digest())
                ? Optional.empty()
                : Optional.of("it names another line before it");
    }

    /** A line whose successor fits is right itself: then the line before it was changed. */
    private Bad bad(AuditReader reader, Optional<AuditLine> line, String reason) throws IOException {
        boolean follows = line.isPresent()
                && last.isPresent()
                && line.get().number() == last.get().number() + 1
                && !line.get().previous().equals(last.get().digest());
        if (follows && reader.number() > 1) {
            Optional<byte[]> next = reader.peek();
            String own = line.get().digest();
            boolean right = next.flatMap(AuditLine::parse)
                    .map(after -> after.previous().equals(own))
                    .orElse(true);
            if (right) {
                lines--;
                return new Bad(
                        reader.file(),
                        reader.number() - 1,
                        "it was changed: the line after it has another digest of it");
            }
        }
        return new Bad(reader.file(), reader.number(), reason);
    }

    private boolean declares(AuditLine line) {
        boolean all = line.event().equals(AuditEvent.CONTINUED.token())
                && undeclared.stream()
                        .allMatch(rest -> line.torn().stream()
                                .anyMatch(torn -> torn.bytes() == rest.bytes()
                                        && torn.sha256().equals(rest.sha256())));
        if (all) {
            declared += undeclared.size();
            undeclared.clear();
            suspect = Optional.empty();
        }
        return all;
    }

    private void accept(AuditLine line) {
        lines++;
        first = first.isEmpty() ? Optional.of(line) : first;
        last = Optional.of(line);
        found |= line.digest().equals(expected);
    }
}
