package org.banip.measure.report;

import java.util.List;
import java.util.Optional;
import org.banip.core.json.JsonObject;
import org.banip.measure.report.markup.Markup;

/** Shows the environment of the measurements. */
final class EnvironmentView {
    private record Item(String name, String label) {}

    private static final List<Item> KNOWN = List.of(
            new Item("begun", "Begun"),
            new Item("commit", "Commit"),
            new Item("version", "Commit"), // written by an older version
            new Item("java", "Java"),
            new Item("kernel", "Kernel"),
            new Item("cpu", "CPU"),
            new Item("cores", "Cores"),
            new Item("congestionControl", "Congestion control, by default"),
            new Item("seed", "Seed"));

    private final Optional<JsonObject> environment;

    EnvironmentView(Optional<JsonObject> environment) {
        this.environment = environment;
    }

    void write(Markup out) {
        if (environment.isEmpty()) {
            out.element("p", "What it was measured on is not known.");
            return;
        }
        Row row = new Row(environment.get());
        out.open("dl");
        for (Item item : KNOWN) {
            if (row.object().has(item.name())) {
                out.open("div")
                        .element("dt", item.label())
                        .element("dd", text(row, item.name()))
                        .close();
            }
        }
        out.closeLine();
    }

    /** A seed is written without groups of thousands. */
    private static String text(Row row, String name) {
        String shown = row.text(name);
        return name.equals("seed") ? shown.replace(",", "") : shown;
    }
}
