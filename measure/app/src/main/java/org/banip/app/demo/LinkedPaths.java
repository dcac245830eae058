package org.banip.app.demo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.banip.app.terminal.Figures;
import org.banip.app.terminal.Line;
import org.banip.app.terminal.Picture;
import org.banip.app.terminal.SignalTrace;
import org.banip.emulator.EmulatedNetwork;
import org.banip.emulator.profile.Change;
import org.banip.emulator.profile.Way;
import org.banip.mbu.PathStatus;

/** The emulated links of a demo. One thread. */
final class LinkedPaths implements DemoPaths {
    /** Until then paths are set up, at rates that would make all that follows look flat; a rate is that of the last second. */
    private static final Duration SETTLED = Duration.ofSeconds(2);

    private static final double NANOS_PER_MILLI = 1e6;

    private final EmulatedNetwork network;
    private final Duration death;
    private final List<LinkGauge> gauges;
    private final SignalTrace spool = LinkGauge.trace("spool", Picture.PACKETS);
    private Optional<Duration> cut = Optional.empty();

    /**
     * Paths that all work.
     *
     * @param death when the first one loses everything from then on, and nobody is told; since the first sample
     */
    LinkedPaths(EmulatedNetwork network, Duration death) {
        this.network = network;
        this.death = death;
        gauges = network.links().stream().map(LinkGauge::new).toList();
    }

    @Override
    public void look(DemoState state, Duration played) {
        if (cut.isEmpty() && played.compareTo(death) >= 0) {
            cut = Optional.of(played);
            try {
                network.link().change(EnumSet.allOf(Way.class), new Change.Loss(1));
            } catch (IOException e) {
                throw new UncheckedIOException("the link cannot be cut: " + e.getMessage(), e);
            }
        }
        boolean settled = played.compareTo(SETTLED) >= 0;
        gauges.forEach(gauge -> gauge.look(settled));
        spool.add((int) state.backlog());
    }

    @Override
    public List<SignalTrace> traces() {
        List<SignalTrace> traces = new ArrayList<>();
        gauges.forEach(gauge -> traces.add(gauge.trace()));
        traces.add(spool);
        return traces;
    }

    @Override
    public List<Line> lines(List<PathStatus> paths, boolean narrow) {
        List<Line> lines = new ArrayList<>();
        for (int number = 0; number < paths.size(); number++) {
            PathStatus path = paths.get(number);
            String text = String.format(Locale.ROOT, "%-8s ", path.name()) + figures(number, path, narrow);
            lines.add(new Line(text, isDead(number) ? Line.Tone.ALARM : Line.Tone.PLAIN));
        }
        return lines;
    }

    private boolean isDead(int number) {
        return number == 0 && cut.isPresent();
    }

    private String figures(int number, PathStatus path, boolean narrow) {
        LinkGauge gauge = gauges.get(number);
        String lost =
                narrow ? String.format(Locale.ROOT, "%.0f %%", gauge.lost() * 100) : Figures.percent(gauge.lost());
        String roundTrip = path.roundTrip()
                .map(time -> Figures.millis(time.toNanos() / NANOS_PER_MILLI))
                .orElse("unknown");
        return (isDead(number) ? "dead, " : "") + Figures.bytes(Math.round(gauge.upPerSecond())) + "/s up, "
                + Figures.bytes(Math.round(gauge.downPerSecond())) + "/s down, " + lost + " lost, "
                + (narrow ? "rtt " : "round trip ") + roundTrip + ", " + Figures.bytes(path.bytesUnderWay())
                + (narrow ? " out" : " under way");
    }

    @Override
    public String line(List<PathStatus> paths) {
        StringBuilder text = new StringBuilder();
        for (int number = 0; number < paths.size(); number++) {
            PathStatus path = paths.get(number);
            text.append("  ").append(path.name()).append(' ').append(figures(number, path, false));
        }
        return text.toString();
    }

    @Override
    public Optional<Duration> cut() {
        return cut;
    }
}
