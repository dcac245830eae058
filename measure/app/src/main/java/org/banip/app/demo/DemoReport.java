package org.banip.app.demo;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.banip.app.terminal.Figures;
import org.banip.core.json.JsonWriter;
import org.banip.mbu.PathStatus;

/**
 * Result of a demo.
 *
 * @param settings the demo's settings
 * @param state counters at the end
 * @param groups results of each sensor group
 * @param interruptedAt how much of the signal was played when the user ended it, at most all of it; empty if the user did not
 * @param cutAt how much of the signal was played when the first path was cut; empty if none was until the user ended it
 * @param problem the error that ended it, if any
 * @param kept folder of the store, if it was kept
 */
public record DemoReport(
        DemoSettings settings,
        DemoState state,
        List<GroupReport> groups,
        Optional<Duration> interruptedAt,
        Optional<Duration> cutAt,
        Optional<String> problem,
        Optional<Path> kept) {
    private static final double PER_MILLE = 1000;

    /** Copies the list, and limits the times. */
    public DemoReport {
        groups = List.copyOf(groups);
        Optional<Duration> end = interruptedAt;
        cutAt = cutAt.filter(at -> end.isEmpty() || at.compareTo(end.get()) < 0);
        Optional<Duration> all = settings.source().length();
        interruptedAt = interruptedAt.map(
                at -> all.filter(length -> length.compareTo(at) < 0).orElse(at));
    }

    /** Whether everything sensed, and nothing else, was stored and seen live, byte for byte, at its instant. */
    public boolean exact() {
        return !groups.isEmpty() && groups.stream().allMatch(GroupReport::exact);
    }

    /** Whether what was stored and seen live is exactly what was sensed first, and nothing else. */
    boolean beginsExact() {
        return !groups.isEmpty() && groups.stream().allMatch(GroupReport::beginsExact);
    }

    private long units() {
        return groups.stream().mapToLong(group -> group.sensed().units()).sum();
    }

    private long stored() {
        return groups.stream().mapToLong(group -> group.stored().units()).sum();
    }

    private long live() {
        return groups.stream().mapToLong(group -> group.live().units()).sum();
    }

    /** The report as one JSON document on one line. */
    public String toJson() {
        JsonWriter json = new JsonWriter().beginObject();
        json.field("exact", exact())
                .field("units", units())
                .field("stored", stored())
                .field("live", live())
                .field("packets", state.packets())
                .field("resumes", state.resumes())
                .field("bytesRaw", state.bytesRaw())
                .field("bytesUplink", state.bytesUplink())
                .field("reduction", rounded(state.reduction()))
                .field("bytesPayload", state.bytesPayload())
                .field("chainReduction", rounded(state.chainReduction()));
        json.beginObject("latencyMillis")
                .field("mean", rounded(state.latency().mean()))
                .field("p50", rounded(state.latency().p50()))
                .field("p99", rounded(state.latency().p99()))
                .field("max", rounded(state.latency().max()))
                .endObject();
        json.field("missed", state.missed())
                .field("source", settings.source().name())
                .field("speed", settings.speed())
                .field("uplink", settings.uplink())
                .field("interrupted", interruptedAt.isPresent());
        problem.ifPresent(text -> json.field("error", text));
        kept.ifPresent(directory -> json.field("kept", directory.toString()));
        if (!settings.paths().isEmpty()) {
            json.beginList("paths");
            state.paths()
                    .forEach(path -> json.beginObject()
                            .field("name", path.name())
                            .field("bytesUplink", path.bytesUplink())
                            .field("packetsSent", path.packetsSent())
                            .field("packetsRedundant", path.packetsRedundant())
                            .endObject());
            json.endList();
        }
        json.beginList("groups");
        groups.forEach(group -> group.write(json));
        return json.endList().endObject().toString();
    }

    private static double rounded(double value) {
        return Math.round(value * PER_MILLE) / PER_MILLE;
    }

    /** The report as text. */
    public List<String> toLines() {
        List<String> lines = new ArrayList<>();
        lines.add(verdict());
        for (GroupReport group : groups) {
            lines.add("  " + group.toLine());
        }
        lines.add("sensed   " + Figures.counted(units(), "sensor set") + ", " + Figures.count(stored()) + " stored, "
                + Figures.count(live()) + " live; " + Figures.counted(state.packets(), "packet") + ", resumed "
                + Figures.counted(state.resumes(), "time"));
        lines.add("bytes    " + Figures.bytes(state.bytesRaw()) + " sensed, " + Figures.bytes(state.bytesUplink())
                + " on the uplink, " + state.reductionText() + " (chain "
                + Figures.percent(state.chainReduction()) + ")");
        lines.add("latency  mean " + Figures.millis(state.latency().mean()) + ", median "
                + Figures.millis(state.latency().p50()) + ", 99 % within "
                + Figures.millis(state.latency().p99()) + ", longest "
                + Figures.millis(state.latency().max()) + " (all sensor sets, filling a packet included)");
        if (!settings.paths().isEmpty()) {
            lines.add("paths    " + state.paths().stream().map(DemoReport::line).collect(Collectors.joining("; "))
                    + cutAt.map(at -> "; " + settings.paths().get(0) + " was cut at " + Figures.clock(at))
                            .orElse(""));
        }
        problem.ifPresent(text -> lines.add("problem  " + text));
        kept.ifPresent(directory -> lines.add(
                "kept     " + directory + "; banip export --store " + directory.resolve("store.db") + " --list"));
        return lines;
    }

    private static String line(PathStatus path) {
        return path.name() + " " + Figures.counted(path.packetsSent(), "packet") + ", "
                + Figures.count(path.packetsRedundant()) + " of them copies, " + Figures.bytes(path.bytesUplink())
                + " up";
    }

    /** What was stored and seen live of what was sensed first. */
    private String begun() {
        long whole = groups.stream().mapToLong(GroupReport::delivered).sum();
        if (whole == 0) {
            return stored() == 0 ? "nothing was stored yet" : "nothing was seen live yet";
        }
        return "the first " + Figures.counted(whole, "sensor set") + " are exact, " + Figures.count(units() - whole)
                + " more were under way";
    }

    private String verdict() {
        if (interruptedAt.isPresent() && !exact() && (beginsExact() || groups.isEmpty() && state.stored() == 0)) {
            return "interrupted at " + Figures.clock(interruptedAt.get()) + "; " + begun();
        }
        String end =
                interruptedAt.map(at -> ", interrupted at " + Figures.clock(at)).orElse("");
        return exact()
                ? "exact: what was sensed is what was stored and what was seen live" + end
                : "NOT exact: what was sensed is not what was stored and seen live" + end;
    }
}
