package org.banip.app.demo;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.banip.app.terminal.Figures;
import org.banip.app.terminal.Line;
import org.banip.app.terminal.Picture;
import org.banip.app.terminal.SignalTrace;
import org.banip.app.terminal.Terminal;
import org.banip.core.ban.SensorGroup;
import org.banip.mbu.MbuState;

/** A demo's state as text and pictures. One thread. */
final class DemoView {
    /** Below this, lines are shorter. */
    private static final int NARROW = 100;

    private static final long RATE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final DemoSettings settings;
    private final Optional<DemoPaths> paths;
    private final List<SignalTrace> traces;
    private final int pathTraces;
    private final Duration length;
    private final Picture picture = new Picture(Terminal.showsUnicode());
    /** The most rows that the text took on a terminal of this width, so that pictures keep their height. */
    private int textRows;

    private int textColumns;
    private DemoState before;
    private double unitsPerSecond;

    /** A view of the signal, and of the paths if there are several. */
    DemoView(DemoSettings settings, Optional<DemoPaths> paths, List<SignalTrace> signal, DemoState start) {
        this.settings = settings;
        this.paths = paths;
        traces = new ArrayList<>(paths.map(DemoPaths::traces).orElse(List.of()));
        pathTraces = traces.size();
        traces.addAll(signal);
        length = settings.source().length().orElse(Duration.ZERO);
        before = start;
    }

    /** Looks at the paths, ten times a second. */
    void look(DemoState state, Duration played) {
        paths.ifPresent(several -> several.look(state, played));
    }

    /** Title and pictures only, for the end, when the report follows. */
    List<Line> pictures(Terminal.Size size) {
        List<Line> lines = new ArrayList<>();
        int rows = size.rows() - textRows - 2; // the title, and the line with the cursor
        int signals = Math.max(0, Picture.drawn(traces.size(), rows) - pathTraces);
        lines.add(new Line("BANip demo: " + what(signals), Line.Tone.STRONG));
        lines.addAll(picture.draw(traces, size.columns(), rows));
        return lines;
    }

    /** A block for a terminal of this size. */
    List<Line> block(DemoState state, Duration played, Terminal.Size size) {
        measureRate(state);
        List<Line> text = text(state, played, size.columns() < NARROW);
        int rows = text.stream().mapToInt(line -> line.rows(size.columns())).sum();
        textRows = textColumns == size.columns() ? Math.max(textRows, rows) : rows;
        textColumns = size.columns();
        List<Line> lines = pictures(size);
        lines.addAll(text);
        return lines;
    }

    private List<Line> text(DemoState state, Duration played, boolean narrow) {
        List<Line> lines = new ArrayList<>();
        lines.add(Line.plain("sensed   " + Figures.counted(state.sensed(), narrow ? "set" : "sensor set") + ", "
                + Figures.count(state.stored()) + " acknowledged, " + Figures.count(state.live()) + " live, "
                + rate() + (narrow ? ", " : "   ") + "backlog " + Figures.counted(state.backlog(), "packet")));
        lines.add(Line.plain("bytes    " + Figures.bytes(state.bytesRaw()) + " raw, "
                + Figures.bytes(state.bytesUplink()) + " on the uplink, " + state.reductionText()));
        lines.add(Line.plain(
                state.live() == 0
                        ? "latency  unknown: nothing has arrived yet"
                        : "latency  mean " + Figures.millis(state.latency().mean()) + ", 99 % within "
                                + Figures.millis(state.latency().p99()) + ", from the sampling instant"));
        lines.add(connection(state));
        paths.ifPresent(several -> lines.addAll(several.lines(state.paths(), narrow)));
        lines.add(Line.plain("signal   " + time(played) + " left"));
        return lines;
    }

    /** The state in one line. */
    String line(DemoState state, Duration played) {
        measureRate(state);
        return time(played) + " left  " + Figures.count(state.sensed()) + " sensed " + Figures.count(state.stored())
                + " acknowledged "
                + Figures.count(state.live()) + " live  " + rate() + "  backlog "
                + Figures.counted(state.backlog(), "packet") + "  latency "
                + (state.live() == 0
                        ? "unknown"
                        : "mean " + Figures.millis(state.latency().mean()) + " p99 "
                                + Figures.millis(state.latency().p99()))
                + "  " + state.reductionText()
                + paths.map(several -> several.line(state.paths())).orElse("")
                + (state.resumes() == 0 ? "" : "  resumes " + state.resumes());
    }

    private String what(int drawn) {
        int channels = settings.source().groups().stream()
                .map(SensorGroup::channels)
                .mapToInt(List::size)
                .sum();
        String speed = settings.speed() == 1 ? "" : String.format(Locale.ROOT, ", %s times as fast", settings.speed());
        return settings.source().name() + ", " + Figures.shown(drawn, channels, "channel") + speed + ", "
                + settings.uplink();
    }

    private Line connection(DemoState state) {
        boolean good = state.state() == MbuState.CONNECTED;
        String text = "link     " + state.state().name().toLowerCase(Locale.ROOT) + ", resumed "
                + Figures.counted(state.resumes(), "time");
        return new Line(text, good ? Line.Tone.PLAIN : Line.Tone.ALARM);
    }

    private String time(Duration played) {
        Duration signal = Duration.ofNanos((long) (played.toNanos() * settings.speed()));
        Duration shown = signal.compareTo(length) < 0 ? signal : length;
        long leftNanos = (long) (length.minus(shown).toNanos() / settings.speed());
        return Figures.clock(shown) + " of " + Figures.clock(length) + ", "
                + Figures.clock(Duration.ofNanos(leftNanos));
    }

    private String rate() {
        return Figures.count(Math.round(unitsPerSecond)) + "/s";
    }

    private void measureRate(DemoState state) {
        long nanos = state.atNanos() - before.atNanos();
        if (nanos >= RATE_NANOS) {
            unitsPerSecond = (double) (state.live() - before.live()) * RATE_NANOS / nanos;
            before = state;
        }
    }
}
