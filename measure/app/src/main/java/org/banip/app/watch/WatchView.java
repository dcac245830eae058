package org.banip.app.watch;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.banip.app.terminal.Figures;
import org.banip.app.terminal.Line;
import org.banip.app.terminal.Picture;
import org.banip.app.terminal.SignalTrace;
import org.banip.app.terminal.Terminal;

/** A viewer's display as text and pictures. One thread. */
public final class WatchView {
    private static final int TEXT_ROWS = 2;
    private static final long COUNT_NANOS = TimeUnit.SECONDS.toNanos(1);
    /** The rate is that of the last seconds, because a packet has the sensor sets of a part of a second. */
    private static final int RATE_COUNTS = 5;

    /** Beyond this, sampling instants are unrelated to the present, because a recording is replayed faster or slower. */
    private static final Duration SENSIBLE = Duration.ofMinutes(1);

    /** After this time without sensor sets it shows for how long none have come. */
    private static final Duration STALE = Duration.ofSeconds(3);

    private final String name;
    private final String title;
    private final Watched watched;
    private final Picture picture = new Picture(Terminal.showsUnicode());
    private final LongSupplier nanoClock;
    /** What was counted when, each second; the oldest first. */
    private final Deque<Counted> counts = new ArrayDeque<>();

    private double unitsPerSecond;

    private record Counted(long nanos, long units) {}

    /**
     * A view of a BAN in this session.
     *
     * @param nanoClock {@link System#nanoTime}; by it sensor sets per second are counted
     */
    public WatchView(String ban, UUID session, Watched watched, LongSupplier nanoClock) {
        name = "BAN " + ban;
        title = name + ", session " + session;
        this.watched = watched;
        this.nanoClock = nanoClock;
        counts.add(new Counted(nanoClock.getAsLong(), watched.units()));
    }

    /** A block for a terminal of this size. */
    public List<Line> block(Terminal.Size size) {
        List<Line> lines = new ArrayList<>();
        List<SignalTrace> traces = watched.traces();
        String told = watched.told();
        String event = watched.event();
        String alert = watched.alert();
        String stopped = watched.stopped();
        String last = watched.last();
        int rows = size.rows()
                - TEXT_ROWS
                - (told.isEmpty() ? 1 : 2)
                - (event.isEmpty() ? 0 : 1)
                - (stopped.isEmpty() ? 0 : 1)
                - (last.isEmpty() ? 0 : 1)
                - (alert.isEmpty() ? 0 : 1);
        int shown = Picture.drawn(traces.size(), rows);
        int all = watched.channels();
        String some = shown < all ? ", " + Figures.shown(shown, all, "channel") : "";
        lines.add(new Line(title + some, Line.Tone.STRONG));
        lines.addAll(picture.draw(traces, size.columns(), rows));
        if (!last.isEmpty()) {
            lines.add(Line.plain("last: " + last));
        }
        if (!event.isEmpty()) {
            lines.add(new Line("newest event: " + event, Line.Tone.STRONG));
        }
        if (!stopped.isEmpty()) {
            lines.add(new Line("stopped: " + stopped, Line.Tone.STRONG));
        }
        if (!alert.isEmpty()) {
            lines.add(new Line("alert: " + alert, Line.Tone.ALARM));
        }
        if (!told.isEmpty()) {
            lines.add(Line.plain("the surrogate says: " + told));
        }
        lines.add(new Line(state(), watched.alive() ? Line.Tone.PLAIN : Line.Tone.ALARM));
        return lines;
    }

    /** The state in one line, with the BAN's name: the lines of several watches may go to one file. */
    public String line() {
        String told = watched.told();
        String event = watched.event();
        String alert = watched.alert();
        String stopped = watched.stopped();
        String last = watched.last();
        return name + "  " + state() + (last.isEmpty() ? "" : "   last: " + last)
                + (stopped.isEmpty() ? "" : "   stopped: " + stopped)
                + (event.isEmpty() ? "" : "   newest event: " + event)
                + (alert.isEmpty() ? "" : "   alert: " + alert)
                + (told.isEmpty() ? "" : "   the surrogate says: " + told);
    }

    private String state() {
        measureRate();
        String missing = watched.missing() == 0 ? "" : ", " + Figures.count(watched.missing()) + " missing";
        String filled = watched.filled() == 0 ? "" : ", " + Figures.count(watched.filled()) + " filled in later";
        return (watched.alive() ? "live" : "silent") + "  " + Figures.counted(watched.units(), "sensor set") + missing
                + filled + ", " + Figures.count(Math.round(unitsPerSecond)) + "/s   " + freshness();
    }

    /** The latency, unless it is that of sensor sets that arrived long ago. */
    private String freshness() {
        Duration silence = watched.silence();
        return watched.alive() && silence.compareTo(STALE) < 0
                ? "latency " + latency() + " (newest sensor set)"
                : "nothing for " + Figures.clock(silence);
    }

    private String latency() {
        Duration latency = watched.latency();
        boolean sensible = watched.units() > 0 && latency.abs().compareTo(SENSIBLE) < 0;
        return sensible ? Figures.millis((double) latency.toMillis()) : "unknown";
    }

    private void measureRate() {
        long now = nanoClock.getAsLong();
        if (now - counts.getLast().nanos() >= COUNT_NANOS) {
            Counted counted = new Counted(now, watched.units());
            counts.add(counted);
            Counted first = counts.getFirst();
            unitsPerSecond =
                    (double) (counted.units() - first.units()) * COUNT_NANOS / (counted.nanos() - first.nanos());
            if (counts.size() > RATE_COUNTS) {
                counts.removeFirst();
            }
        }
    }
}
