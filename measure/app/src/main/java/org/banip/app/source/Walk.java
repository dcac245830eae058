package org.banip.app.source;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Where a device is over time: it goes straight from one position to the next, and stays at the last one.
 *
 * @param positions at least one, in the order of time
 */
public record Walk(List<Position> positions) {
    private static final int COLUMNS = 3;

    /**
     * A position at a time.
     *
     * @param seconds since the start; may be below 0
     * @param x in metres
     * @param y in metres
     */
    public record Position(double seconds, double x, double y) {
        /** Checks the numbers. */
        public Position {
            if (!(Math.abs(seconds) < Double.MAX_VALUE)
                    || !(Math.abs(x) < Double.MAX_VALUE)
                    || !(Math.abs(y) < Double.MAX_VALUE)) {
                throw new IllegalArgumentException("position " + seconds + " " + x + " " + y + " must be numbers");
            }
        }
    }

    /** Checks the order, and copies the list. */
    public Walk {
        positions = List.copyOf(positions);
        if (positions.isEmpty()) {
            throw new IllegalArgumentException("a walk needs a position");
        }
        for (int p = 1; p < positions.size(); p++) {
            if (positions.get(p).seconds() <= positions.get(p - 1).seconds()) {
                throw new IllegalArgumentException(
                        "position at " + positions.get(p).seconds()
                                + " s must be later than the one before, at "
                                + positions.get(p - 1).seconds() + " s");
            }
        }
    }

    /**
     * Reads a file with a line {@code SECONDS X Y} for each position. Empty lines and those that begin with {@code #} do not count.
     *
     * @throws IllegalArgumentException with the file, if it is not like this
     */
    public static Walk read(Path file) throws IOException {
        List<Position> all = new ArrayList<>();
        int number = 0;
        for (String line : Files.readAllLines(file, StandardCharsets.UTF_8)) {
            number++;
            if (!line.isBlank() && line.strip().charAt(0) != '#') {
                all.add(position(line.strip(), file + ", line " + number));
            }
        }
        try {
            return new Walk(all);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(file + ": " + e.getMessage(), e);
        }
    }

    private static Position position(String text, String where) {
        String[] parts = text.split("\\s+", -1);
        if (parts.length != COLUMNS) {
            throw new IllegalArgumentException(where + ": '" + text + "' is not SECONDS X Y");
        }
        try {
            return new Position(
                    Double.parseDouble(parts[0]), Double.parseDouble(parts[1]), Double.parseDouble(parts[2]));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(where + ": " + e.getMessage(), e);
        }
    }

    /** Where the device is then; before its first position it is there. */
    Position at(double seconds) {
        int next = 0;
        while (next < positions.size() && positions.get(next).seconds() <= seconds) {
            next++;
        }
        Position before = positions.get(Math.max(0, next - 1));
        if (next == 0 || next == positions.size()) {
            return new Position(seconds, before.x(), before.y());
        }
        Position after = positions.get(next);
        double share = (seconds - before.seconds()) / (after.seconds() - before.seconds());
        double x = before.x() + share * (after.x() - before.x());
        return new Position(seconds, x, before.y() + share * (after.y() - before.y()));
    }

    /** When its first position is. */
    double begins() {
        return positions.get(0).seconds();
    }
}
