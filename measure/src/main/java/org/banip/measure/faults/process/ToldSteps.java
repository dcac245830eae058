package org.banip.measure.faults.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.banip.core.alert.AlertNotice;

/**
 * The steps that the app of an MBU was told, in a file of lines: they are there after the MBU was killed. One process at a time writes.
 */
public final class ToldSteps {
    private final Path file;

    /** In this file, which need not exist. */
    public ToldSteps(Path file) {
        this.file = file;
    }

    /** Adds a step. The system has it when this returns. */
    public void add(AlertNotice step) throws IOException {
        Files.writeString(
                file, step.json() + "\n", StandardCharsets.UTF_8, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    /** Each step once, in the order of the first time. */
    public List<AlertNotice> steps() throws IOException {
        if (!Files.exists(file)) {
            return List.of();
        }
        String text = Files.readString(file);
        Set<AlertNotice> steps = new LinkedHashSet<>();
        text.substring(0, text.lastIndexOf('\n') + 1)
                .lines()
                .map(AlertNotice::parse)
                .forEach(steps::add);
        return new ArrayList<>(steps);
    }
}
