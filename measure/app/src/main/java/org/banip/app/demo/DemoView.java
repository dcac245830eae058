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
    private static final int TEXT_ROWS = 6;
    private static final long RATE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final DemoSettings settings;
    private final Optional<DemoPaths> paths;
    private final List<SignalTrace> traces;
    private final int pathTraces;
    private final Duration length;
    private final Picture picture = new Picture(Terminal.showsUnicode());
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
        int rows = size.rows() - TEXT_ROWS - settings.paths().size() - 1;
        int signals = Math.max(0, Picture.drawn(traces.size(), rows) - pathTraces);
        lines.add(new Line("BANip demo: " + what(signals), Line.Tone.STRONG));
        lines.addAll(picture.draw(traces, size.columns(), rows));
        return lines;
    }

    /** A block for a terminal of this size. */
    List<Line> block(DemoState state, Duration played, Terminal.Size size) {
        measureRate(state);
        List<Line> lines = pictures(size);
        lines.add(Line.plain("sensed   " + Figures.counted(state.sensed(), "sensor set") + ", "
                + Figures.count(state.stored()) + " acknowledged, " + Figures.count(state.live()) + " live, "
                + rate() + "   backlog " + Figures.counted(state.backlog(), "packet")));
        lines.add(Line.plain("bytes    " + Figures.bytes(state.bytesRaw()) + " raw, "
                + Figures.bytes(state.bytesUplink()) + " on the uplink, " + reduction(state)));
        lines.add(Line.plain(
                state.live() == 0
                        ? "latency  unknown: nothing has arrived yet"
                        : "latency  mean " + Figures.millis(state.latency().mean()) + ", 99 % within "
                                + Figures.millis(state.latency().p99()) + ", from the sampling instant"));
        lines.add(connection(state));
        paths.ifPresent(several -> lines.addAll(several.lines(state.paths())));
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
                + "  " + reduction(state)
                + paths.map(several -> several.line(state.paths())).orElse("")
                + (state.resumes() == 0 ? "" : "  resumes " + state.resumes());
    }

    /** Before something is stored nothing was saved; in the first moments registration takes more bytes than there are samples. */
    private static String reduction(DemoState state) {
        return state.stored() > 0 && state.reduction() > 0
                ? "reduction " + Figures.percent(state.reduction())
                : "no reduction yet";
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
