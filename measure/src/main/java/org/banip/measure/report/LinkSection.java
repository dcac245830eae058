package org.banip.measure.report;

import java.util.List;
import java.util.Map;
import org.banip.measure.report.markup.Markup;

/** How well the emulated link does what its settings say. */
final class LinkSection implements Section {
    @Override
    public List<String> tables() {
        return List.of("link");
    }

    @Override
    public String title() {
        return "The emulated link";
    }

    @Override
    public void write(Markup out, Map<String, Table> tables) {
        tables.values().forEach(table -> {
            long exact = table.rows().stream().filter(row -> row.says("exact")).count();
            if (table.columns().contains("exact")) {
                out.element(
                        "p",
                        exact + " of " + table.rows().size() + " figures are within 2 %, 2 ms, or the very number.");
            }
            new TableView(table).write(out, "What the settings say, and what was measured at the sockets");
        });
    }
}
