package org.banip.app.watch;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.banip.alerts.finding.Finding;
import org.banip.alerts.finding.FindingEvent;
import org.banip.app.terminal.Figures;
import org.banip.app.terminal.SignalTrace;
import org.banip.core.alert.AlertNotice;
import org.banip.core.ban.Channel;
import org.banip.core.ban.SensorGroup;

/** The data that a viewer has received of a surrogate. The stream's thread adds data, another reads them; guarded by the monitor. */
public final class Watched implements LiveListener {
    private static final Duration SHOWN = Duration.ofSeconds(5);
    private static final int MOST_TRACES = 6;
    private static final String OF_MBU = "MBU: ";

    private final Clock clock;
    private final List<SensorGroup> groups = new ArrayList<>();
    private final List<List<SignalTrace>> traces = new ArrayList<>();
    /** Groups that the MBU has stopped, and since when, if that was told. */
    private final NavigableMap<Integer, Optional<Instant>> stopped = new TreeMap<>();

    /** By whom, if that is known. */
    private final Map<Integer, String> stoppedBy = new HashMap<>();

    private final LastSamples last = new LastSamples();
    private boolean tail;
    private OpenGaps gaps = new OpenGaps(List.of());
    private long filled;
    private long units;
    private long missing;
    private boolean alive = true;
    private String told = "";
    /** The newest step. What it was found by is not said beside it. */
    private Optional<AlertNotice> alert = Optional.empty();

    private String event = "";
    private Duration latency = Duration.ZERO;
    /** When the last sensor sets arrived, or the first event. */
    private Instant heardAt;

    /** Creates an empty record; latencies are measured with this clock. */
    public Watched(Clock clock) {
        this.clock = clock;
        heardAt = clock.instant();
    }

    /**
     * A stream is about to begin.
     *
     * @param retired numbers of the groups that are stopped
     */
    synchronized void begins(List<Integer> retired) {
        stopped.clear();
        retired.forEach(group -> stopped.put(group, Optional.empty()));
        stoppedBy.clear();
    }

    /** Who stopped groups, by their numbers. */
    synchronized void stops(Map<Integer, String> by) {
        stoppedBy.clear();
        stoppedBy.putAll(by);
    }

    /** Whether a group is stopped, and nobody has said yet who stopped it. */
    synchronized boolean asksWhoStopped() {
        return !stoppedBy.keySet().containsAll(stopped.keySet());
    }

    @Override
    public synchronized void measures(List<SensorGroup> described) {
        if (!groups.equals(described)) {
            gaps = new OpenGaps(described); // else the stream goes on after a break
        }
        last.measures(described);
        groups.clear();
        traces.clear();
        groups.addAll(described);
        int room = MOST_TRACES;
        for (SensorGroup group : described) {
            int most = gaps.fills(traces.size()) || group.events().isPresent() ? 0 : room;
            List<Channel> shown =
                    group.channels().subList(0, Math.min(most, group.channels().size()));
            room -= shown.size();
            traces.add(shown.stream()
                    .map(channel -> new SignalTrace(channel, group.frequency(), SHOWN))
                    .toList());
        }
    }

    @Override
    public synchronized void sampled(int group, long originNanos, long firstUnit, int count, long[] samples) {
        stopped.remove(group);
        if (!tail) {
            alive = true;
            units += count;
        }
        if (gaps.fills(group)) {
            fill(group, originNanos, firstUnit, count);
            return;
        }
        List<SignalTrace> shown = traces.get(group);
        for (int c = 0; c < shown.size(); c++) {
            for (int i = 0; i < count; i++) {
                shown.get(c).add((int) samples[c * count + i]);
            }
        }
        long newest = groups.get(group).frequency().instantNanos(originNanos, firstUnit + count - 1);
        Instant now = clock.instant();
        last.sampled(group, newest, count, samples, tail ? Optional.empty() : Optional.of(now));
        if (tail) {
            return;
        }
        heardAt = now;
        latency = Duration.ofNanos(TimeUnit.SECONDS.toNanos(now.getEpochSecond()) + now.getNano() - newest);
    }

    /** The newest event stands in a line of its own; events have no trace. */
    @Override
    public synchronized void happened(Happened events) {
        stopped.remove(events.group());
        if (!tail) {
            alive = true;
            units += events.units();
            heardAt = clock.instant();
        }
        SensorGroup group = groups.get(events.group());
        int newest = events.units() - 1;
        Instant instant =
                Instant.ofEpochSecond(0, events.instants().get(newest)).truncatedTo(ChronoUnit.MILLIS);
        String what = FindingEvent.isGroup(group) ? finding(events, newest) : samplesAndText(group, events, newest);
        String line = LiveListener.line(group.name() + ": " + instant + "  " + what);
        event = alert.filter(step -> FindingEvent.isGroup(group) && tells(step, line))
                        .isPresent()
                ? ""
                : line;
    }

    private static String samplesAndText(SensorGroup group, Happened events, int unit) {
        StringBuilder line = new StringBuilder();
        for (int c = 0; c < Math.min(group.channels().size(), MOST_TRACES); c++) {
            Channel channel = group.channels().get(c);
            line.append(channel.label()).append(' ');
            line.append(Figures.plain(channel.toPhysical(events.sample(unit, c))))
                    .append("  ");
        }
        return line.append(events.texts().get(unit)).toString().trim();
    }

    /** What the MBU found; what keeps to no form is shown as it is. */
    private static String finding(Happened events, int unit) {
        FindingEvent found =
                new FindingEvent(events.sample(unit, 0), events.texts().get(unit));
        return found.sample() == FindingEvent.BEGUN
                ? "the detectors of the MBU begin"
                : found.finding(events.instants().get(unit)).map(Finding::line).orElse(found.text());
    }

    /** The newest event in a line; empty if there was none. */
    synchronized String event() {
        return event;
    }

    /** What comes late fills in behind what is drawn, so it is counted only. */
    private void fill(int group, long originNanos, long firstUnit, int count) {
        if (tail) {
            return;
        }
        filled += count;
        missing -= gaps.filled(group, originNanos, firstUnit, count);
        heardAt = clock.instant();
    }

    @Override
    public synchronized void givenUp(int group, long originNanos, long firstUnit, long count) {
        if (tail) {
            return;
        }
        missing += count;
        gaps.add(group, originNanos, firstUnit, count);
    }

    /** Events have no grid, so of them nobody knows when the next one would have been. */
    @Override
    public synchronized void retired(int group, long originNanos, long firstUnit) {
        SensorGroup of = groups.get(group);
        Optional<Instant> since = of.events().isPresent()
                ? Optional.empty()
                : Optional.of(Instant.ofEpochSecond(0, of.frequency().instantNanos(originNanos, firstUnit))
                        .truncatedTo(ChronoUnit.SECONDS));
        stopped.put(group, since);
        stoppedBy.remove(group);
    }

    /**
     * The groups that the MBU has stopped: {@code ecg since 2026-11-28T12:00:00Z by clara at 2026-11-28T12:00:01Z, pleth}; empty if there are none.
     */
    synchronized String stopped() {
        return stopped.entrySet().stream()
                .filter(entry -> entry.getKey() < groups.size())
                .map(entry -> groups.get(entry.getKey()).name()
                        + entry.getValue().map(since -> " since " + since).orElse("")
                        + Optional.ofNullable(stoppedBy.get(entry.getKey()))
                                .map(by -> " " + by)
                                .orElse(""))
                .collect(Collectors.joining(", "));
    }

    /** What was stored before is shown, and not counted. */
    @Override
    public synchronized void tail(boolean is) {
        tail = is;
        if (is) {
            last.storedComes();
        }
    }

    /** What the groups had last of which nothing comes now; empty if there are none. */
    synchronized String last() {
        return last.line(clock.instant(), stopped.keySet());
    }

    @Override
    public synchronized void missing(long count) {
        missing += count;
    }

    @Override
    public synchronized void heard(boolean is) {
        alive = is;
    }

    @Override
    public synchronized void told(String text) {
        boolean isEvent = text.startsWith(OF_MBU) && event.endsWith(text.substring(OF_MBU.length()));
        boolean isAlert = alert.filter(step -> tells(step, text)).isPresent();
        told = isEvent || isAlert ? "" : text;
    }

    /** Whether an alert's step says what a finding's line says: that it begins, or is over. */
    private static boolean tells(AlertNotice step, String line) {
        String change =
                step.event().equals("raised") ? " begins (" : step.event().equals("ended") ? " ends (" : "";
        String found = step.detector() + ": " + (step.channel().isEmpty() ? "" : step.channel() + " ") + step.kind();
        return !change.isEmpty() && line.contains(found + change);
    }

    @Override
    public synchronized void alerted(AlertNotice step) {
        alert = Optional.of(step);
        told = tells(step, told) ? "" : told;
        event = tells(step, event) ? "" : event;
    }

    /** The newest step of an alert; empty if there was none. */
    synchronized String alert() {
        return alert.map(step -> LiveListener.line(step.line())).orElse("");
    }

    /** What the surrogate said last; empty if it said nothing. */
    synchronized String told() {
        return told;
    }

    /** Time since the last sensor sets arrived. */
    synchronized Duration silence() {
        return Duration.between(heardAt, clock.instant());
    }

    /** Sensor sets of outages that came behind newer ones. */
    synchronized long filled() {
        return filled;
    }

    /** Number of channels, of which {@link #traces} shows the first ones. */
    synchronized int channels() {
        return IntStream.range(0, groups.size())
                .filter(group ->
                        !gaps.fills(group) && groups.get(group).events().isEmpty())
                .map(group -> groups.get(group).channels().size())
                .sum();
    }

    synchronized List<SignalTrace> traces() {
        return traces.stream().flatMap(List::stream).toList();
    }

    synchronized long units() {
        return units;
    }

    synchronized long missing() {
        return missing;
    }

    synchronized boolean alive() {
        return alive;
    }

    /** Time from the sampling of the newest sensor set to its arrival here, by the two clocks without correction. */
    synchronized Duration latency() {
        return latency;
    }
}
