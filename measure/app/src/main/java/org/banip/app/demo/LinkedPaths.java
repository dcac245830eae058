package org.banip.app.demo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import org.banip.app.terminal.Figures;
import org.banip.app.terminal.Line;
import org.banip.app.terminal.SignalTrace;
import org.banip.emulator.EmulatedNetwork;
import org.banip.emulator.profile.Change;
import org.banip.emulator.profile.Way;
import org.banip.mbu.PathStatus;

/** The emulated links of a demo. One thread. */
final class LinkedPaths implements DemoPaths {
    private final EmulatedNetwork network;
    private final Duration death;
    private final List<LinkGauge> gauges;
    private final SignalTrace spool = LinkGauge.trace("spool", "packets", 1 << 24);
    private boolean dead;

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
        if (!dead && played.compareTo(death) >= 0) {
            dead = true;
            try {
                network.link().change(EnumSet.allOf(Way.class), new Change.Loss(1));
            } catch (IOException e) {
                throw new UncheckedIOException("the link cannot be cut: " + e.getMessage(), e);
            }
        }
        gauges.forEach(LinkGauge::look);
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
    public List<Line> lines(List<PathStatus> paths) {
        List<Line> lines = new ArrayList<>();
        for (int number = 0; number < paths.size(); number++) {
            PathStatus path = paths.get(number);
            boolean gone = dead && number == 0;
            String text = String.format(Locale.ROOT, "%-8s ", path.name()) + rates(number) + ", round trip "
                    + path.roundTrip()
                            .map(time -> Figures.millis(time.toNanos() / 1e6))
                            .orElse("unknown")
                    + ", " + Figures.bytes(path.bytesUnderWay()) + " under way" + (gone ? ", dead" : "");
            lines.add(new Line(text, gone ? Line.Tone.ALARM : Line.Tone.PLAIN));
        }
        return lines;
    }

    private String rates(int number) {
        LinkGauge gauge = gauges.get(number);
        return Figures.bytes(Math.round(gauge.upPerSecond())) + "/s up, "
                + Figures.bytes(Math.round(gauge.downPerSecond())) + "/s down, " + Figures.percent(gauge.lost())
                + " lost";
    }

    @Override
    public String line(List<PathStatus> paths) {
        StringBuilder text = new StringBuilder();
        for (int number = 0; number < paths.size(); number++) {
            text.append("  ").append(paths.get(number).name()).append(' ').append(rates(number));
        }
        return text.toString();
    }
}
