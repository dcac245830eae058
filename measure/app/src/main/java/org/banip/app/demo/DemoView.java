package org.banip.app.demo;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.banip.app.terminal.Figures;
import org.banip.app.terminal.Line;
import org.banip.app.terminal.Picture;
import org.banip.app.terminal.SignalTrace;
import org.banip.app.terminal.Terminal;
import org.banip.core.ban.SensorGroup;
import org.banip.core.text.Counted;
import org.banip.mbu.MbuState;

/** A demo's state as text and pictures. One thread. */
final class DemoView {
    private static final int TEXT_ROWS = 6;
    private static final long RATE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final DemoSettings settings;
    private final List<SignalTrace> traces;
    private final Duration length;
    private final Picture picture = new Picture(Terminal.showsUnicode());
    private DemoState before;
    private double unitsPerSecond;

    DemoView(DemoSettings settings, List<SignalTrace> traces, DemoState start) {
        this.settings = settings;
        this.traces = traces;
        length = settings.source().length().orElse(Duration.ZERO);
        before = start;
    }

    /** Title and pictures only, for the end, when the report follows. */
    List<Line> pictures(Terminal.Size size) {
        List<Line> lines = new ArrayList<>();
        lines.add(new Line("BANip demo: " + what(), Line.Tone.STRONG));
        lines.addAll(picture.draw(traces, size.columns(), size.rows() - TEXT_ROWS - 1));
        return lines;
    }

    /** A block for a terminal of this size. */
    List<Line> block(DemoState state, Duration played, Terminal.Size size) {
        measureRate(state);
        List<Line> lines = pictures(size);
        lines.add(Line.plain("units    " + Figures.count(state.sensed()) + " sensed, "
                + Figures.count(state.stored()) + " stored, " + Figures.count(state.live()) + " live, "
                + rate() + "   backlog " + state.backlog() + " packets"));
        lines.add(Line.plain("bytes    " + Figures.bytes(state.bytesRaw()) + " raw, "
                + Figures.bytes(state.bytesUplink()) + " on the uplink, reduction "
                + Figures.percent(state.reduction())));
        lines.add(Line.plain("latency  mean " + Figures.millis(state.latency().mean()) + ", 99 % within "
                + Figures.millis(state.latency().p99()) + " (all samples, filling a packet included)"));
        lines.add(connection(state));
        lines.add(Line.plain("signal   " + time(played) + " left"));
        return lines;
    }

    /** The state in one line. */
    String line(DemoState state, Duration played) {
        measureRate(state);
        return time(played) + " left  " + state.sensed() + " sensed " + state.stored() + " stored " + state.live()
                + " live  " + rate() + "  backlog " + state.backlog() + "  latency mean "
                + Figures.millis(state.latency().mean()) + " p99 "
                + Figures.millis(state.latency().p99()) + "  reduction " + Figures.percent(state.reduction())
                + (state.resumes() == 0 ? "" : "  resumes " + state.resumes());
    }

    private String what() {
        int channels = settings.source().groups().stream()
                .map(SensorGroup::channels)
                .mapToInt(List::size)
                .sum();
        String speed = settings.speed() == 1 ? "" : String.format(Locale.ROOT, ", %s times as fast", settings.speed());
        return settings.source().name() + ", " + channels + (channels == 1 ? " channel" : " channels") + speed + ", "
                + settings.uplink();
    }

    private Line connection(DemoState state) {
        boolean good = state.state() == MbuState.CONNECTED;
        String text = "link     " + state.state().name().toLowerCase(Locale.ROOT) + ", resumed "
                + Counted.of(state.resumes(), "time");
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
