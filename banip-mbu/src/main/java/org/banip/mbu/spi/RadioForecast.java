package org.banip.mbu.spi;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.banip.mbu.settings.PathLoss;

/**
 * Foresees when the device leaves the range of a path's radio, from signal strengths or from the device's positions, which the app reports
 * (docs/paths.md). Any thread; guarded by itself.
 */
public final class RadioForecast implements PathForecast {
    private static final int COLUMNS = 4;
    /** An MBU asks before each packet. For so long an answer holds, less the time that has passed; unless something was reported. */
    private static final long HOLDS_NANOS = 20_000_000L;

    private final PathLoss radio;
    private final SteadyClock clock;
    /** Of signals, one for each path. */
    private final List<Approach> signals = new ArrayList<>();
    /** Of positions, one for each access point. */
    private final List<Approach> points = new ArrayList<>();

    /** The last answer of each path. */
    private final List<Answer> answers = new ArrayList<>();

    private List<AccessPoint> accessPoints = List.of();
    private long reports;
    private long walks;

    /**
     * A forecast without an end in sight.
     *
     * @param clock that of the MBU
     */
    public RadioForecast(PathLoss radio, SteadyClock clock) {
        this.radio = radio;
        this.clock = clock;
    }

    /**
     * An access point.
     *
     * @param path the name of the path that uses it
     * @param x its position in metres, in the app's plane
     * @param y the same
     * @param rangeMetres how far it reaches; above 0
     */
    public record AccessPoint(String path, double x, double y, double rangeMetres) {
        /** Checks the numbers. */
        public AccessPoint {
            if (!(rangeMetres > 0 && rangeMetres < Double.MAX_VALUE)
                    || !(Math.abs(x) < Double.MAX_VALUE)
                    || !(Math.abs(y) < Double.MAX_VALUE)) {
                throw new IllegalArgumentException("access point of path " + path + ": position " + x + " " + y
                        + " must be numbers, and range " + rangeMetres + " above 0");
            }
        }
    }

    /**
     * Reads access points from a file: a line {@code PATH X Y RANGE} for each. Empty lines and those that begin with {@code #} do not count.
     *
     * @throws IllegalArgumentException with file and line, if a line is not like this
     */
    public static List<AccessPoint> read(Path file) throws IOException {
        List<AccessPoint> all = new ArrayList<>();
        int number = 0;
        for (String line : Files.readAllLines(file, StandardCharsets.UTF_8)) {
            number++;
            String text = line.trim();
            if (!text.isEmpty() && text.charAt(0) != '#') {
                all.add(accessPoint(text, file + ", line " + number));
            }
        }
        return all;
    }

    private static AccessPoint accessPoint(String text, String where) {
        String[] parts = text.split("\\s+", -1);
        if (parts.length != COLUMNS) {
            throw new IllegalArgumentException(where + ": '" + text + "' is not PATH X Y RANGE");
        }
        try {
            return new AccessPoint(
                    parts[0], Double.parseDouble(parts[1]), Double.parseDouble(parts[2]), Double.parseDouble(parts[3]));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(where + ": " + e.getMessage(), e);
        }
    }

    /** Sets the access points, of which {@link #position} tells how far they are. */
    public synchronized RadioForecast accessPoints(List<AccessPoint> all) {
        accessPoints = List.copyOf(all);
        reports++;
        points.clear();
        for (AccessPoint point : accessPoints) {
            points.add(new Approach(point.path(), point.rangeMetres()));
        }
        return this;
    }

    /** The strength of a path's signal now, in dBm. One that gives no finite distance, or comes within 50 ms after another, is not used. */
    public synchronized void signal(String path, double dbm) {
        Approach known = null;
        for (Approach signal : signals) {
            known = signal.path.equals(path) ? signal : known;
        }
        if (known == null) {
            known = new Approach(path, radio.rangeMetres());
            signals.add(known);
        }
        reports++;
        known.at(radio.metres(dbm), clock.epochNanos());
    }

    /** The device's position now, in metres in the plane of the access points. One within 50 ms after another is not used. */
    public synchronized void position(double x, double y) {
        long now = clock.epochNanos();
        reports++;
        for (int p = 0; p < points.size(); p++) {
            AccessPoint point = accessPoints.get(p);
            points.get(p).at(Math.hypot(x - point.x(), y - point.y()), now);
        }
    }

    @Override
    public synchronized long nanosLeft(String path, long nowNanos) {
        Answer answer = answer(path);
        long since = nowNanos - answer.atNanos;
        if (answer.reports != reports || since < 0 || since >= HOLDS_NANOS) {
            walks++;
            answer.leftNanos = Math.min(longest(signals, path, nowNanos), longest(points, path, nowNanos));
            answer.atNanos = nowNanos;
            answer.reports = reports;
            return answer.leftNanos;
        }
        return answer.leftNanos == NO_END ? NO_END : Math.max(0, answer.leftNanos - since);
    }

    private Answer answer(String path) {
        for (int a = 0; a < answers.size(); a++) {
            if (answers.get(a).path.equals(path)) {
                return answers.get(a);
            }
        }
        Answer first = new Answer(path);
        answers.add(first);
        return first;
    }

    /** How often all signals and access points of a path were looked at. */
    synchronized long walks() {
        return walks;
    }

    private static long longest(List<Approach> all, String path, long nowNanos) {
        long longest = -1;
        for (int a = 0; a < all.size(); a++) {
            Approach each = all.get(a);
            if (each.path.equals(path)) {
                longest = Math.max(longest, each.nanosLeft(nowNanos));
            }
        }
        return longest < 0 ? NO_END : longest;
    }

    /** An answer, and how many reports there had been. */
    private static final class Answer {
        private final String path;
        private long reports = -1;
        private long atNanos;
        private long leftNanos;

        Answer(String path) {
            this.path = path;
        }
    }

    /** The distance to one sender over time, smoothed by Holt's method. */
    private static final class Approach {
        private static final double LEVEL_SECONDS = 2;
        private static final double TREND_SECONDS = 4;
        private static final double NANOS_PER_SECOND = 1e9;
        private static final double STANDING = 0.1;
        private static final double STALE = 10;
        /** Reports at shorter intervals were held up, and say nothing about the speed. */
        private static final double LEAST_BETWEEN = 0.05;

        private final String path;
        private final double range;
        private int reports;
        private long atNanos;
        private double metres;
        private double metresPerSecond;

        Approach(String path, double range) {
            this.path = path;
            this.range = range;
        }

        void at(double seen, long nowNanos) {
            if (!Double.isFinite(seen)) {
                return;
            }
            double seconds = (nowNanos - atNanos) / NANOS_PER_SECOND;
            if (reports == 0 || seconds > STALE) {
                reports = 1;
                metres = seen;
                metresPerSecond = 0;
            } else if (seconds >= LEAST_BETWEEN) {
                double before = metres;
                double foreseen = metres + metresPerSecond * seconds;
                reports++;
                metres = foreseen + weight(seconds / LEVEL_SECONDS) * (seen - foreseen);
                metresPerSecond += weight(seconds / TREND_SECONDS) * ((metres - before) / seconds - metresPerSecond);
            } else {
                return;
            }
            atNanos = nowNanos;
        }

        /** Of a new report; the first reports count alike, so that the speed is known soon. */
        private double weight(double age) {
            return Math.max(1 - Math.exp(-age), 1.0 / reports);
        }

        long nanosLeft(long nowNanos) {
            double seconds = (nowNanos - atNanos) / NANOS_PER_SECOND;
            if (reports == 0 || seconds > STALE) {
                return NO_END;
            }
            double left = range - metres - metresPerSecond * seconds;
            if (left <= 0) {
                return 0;
            }
            return metresPerSecond < STANDING ? NO_END : (long) (left / metresPerSecond * NANOS_PER_SECOND);
        }
    }
}
