package org.banip.app.demo;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToLongFunction;
import org.banip.app.terminal.Figures;
import org.banip.core.json.JsonWriter;

/**
 * Result of a demo with subscribers in processes of their own.
 *
 * @param settings the demo's settings
 * @param groups what of each group came where
 * @param found who found whom
 * @param interrupted whether the user ended it before the end of the signal
 * @param problem the error that ended it, if any
 * @param kept folder of the stores, if they were kept
 */
public record JiniReport(
        DemoSettings settings,
        List<CopyReport> groups,
        WhoFoundWhom found,
        boolean interrupted,
        Optional<String> problem,
        Optional<Path> kept) {
    /** Copies the list. */
    public JiniReport {
        groups = List.copyOf(groups);
    }

    /** Whether everything sensed, and nothing else, is in both stores and came to the watcher, byte for byte, at its instant. */
    public boolean exact() {
        return !groups.isEmpty() && groups.stream().allMatch(CopyReport::exact);
    }

    private long sum(ToLongFunction<CopyReport> number) {
        return groups.stream().mapToLong(number).sum();
    }

    /** The report as one JSON document on one line. */
    public String toJson() {
        JsonWriter json = new JsonWriter()
                .beginObject()
                .field("exact", exact())
                .field("units", sum(group -> group.sensed().units()))
                .field("stored", sum(group -> group.host().units()))
                .field("copied", sum(group -> group.copy().units()))
                .field("watched", sum(group -> group.watched().units()))
                .field("packets", found.packets())
                .field("source", settings.source().name())
                .field("interrupted", interrupted);
        problem.ifPresent(text -> json.field("error", text));
        kept.ifPresent(directory -> json.field("kept", directory.toString()));
        found.write(json);
        json.beginList("groups");
        groups.forEach(group -> group.write(json));
        return json.endList().endObject().toString();
    }

    /** The report as text. */
    public List<String> toLines() {
        List<String> lines = new ArrayList<>();
        lines.add((exact() ? "exact: what was sensed is" : "NOT exact: what was sensed is not")
                + " what the host stored, what the store in its own process has, and what the watcher received"
                + (interrupted ? ", ended early" : ""));
        groups.forEach(group -> lines.add("  " + group.toLine()));
        lines.add("sensed   " + Figures.counted(sum(group -> group.sensed().units()), "sensor set"));
        lines.add("");
        lines.addAll(found.toLines(groups));
        problem.ifPresent(text -> lines.add("problem  " + text));
        kept.ifPresent(directory -> lines.add(
                "kept     " + directory + "; banip export --store " + directory.resolve("copy.db") + " --list"));
        return lines;
    }
}
