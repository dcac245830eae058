package org.banip.app.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A table of docs/access.md: what each caller gets from each endpoint. */
final class AccessPage {
    private static final Path DOCS =
            Path.of(System.getProperty("banip.root", "../..")).resolve("docs");
    private static final String PAGE = "access.md";
    /** Writes the tables as they were seen, instead of comparing them. */
    private static final boolean REWRITES = Boolean.getBoolean("banip.rewrite");

    private final String heading;
    private final List<String> columns;

    /** The table under a heading. */
    AccessPage(String heading, List<String> columns) {
        this.heading = heading;
        this.columns = columns;
    }

    /** A table of callers and endpoints. */
    static AccessPage of(String heading, List<Endpoint> endpoints) {
        List<String> columns = new ArrayList<>(List.of("who asks"));
        endpoints.forEach(endpoint -> columns.add(endpoint.name()));
        return new AccessPage(heading, columns);
    }

    /** The table has what was seen in both deployments; a cell in which they differ has both. */
    void check(List<List<String>> standAlone, List<List<String>> archive) throws IOException {
        List<List<String>> both = new ArrayList<>();
        for (int row = 0; row < standAlone.size(); row++) {
            List<String> cells = new ArrayList<>();
            for (int cell = 0; cell < standAlone.get(row).size(); cell++) {
                String alone = standAlone.get(row).get(cell);
                String inContainer = archive.get(row).get(cell);
                cells.add(alone.equals(inContainer) ? alone : alone + ", WAR " + inContainer);
            }
            both.add(cells);
        }
        check(both);
    }

    /** The table has these rows. */
    void check(List<List<String>> seen) throws IOException {
        if (REWRITES) {
            rewrite(table(seen));
        }
        assertThat(table(seen))
                .as("seen, and expected as in docs/" + PAGE + ", " + heading)
                .isEqualTo(table(rows(PAGE, heading)));
    }

    private String table(List<List<String>> rows) {
        StringBuilder table = new StringBuilder(line(columns))
                .append("|---".repeat(columns.size()))
                .append("|\n");
        rows.forEach(row -> table.append(line(row)));
        return table.toString();
    }

    private static String line(List<String> cells) {
        return "| " + String.join(" | ", cells) + " |\n";
    }

    private void rewrite(String table) throws IOException {
        Path file = DOCS.resolve(PAGE);
        String text = Files.readString(file);
        int section = text.indexOf("\n" + heading + "\n");
        assertThat(section).as(heading + " of " + PAGE).isNotNegative();
        int begin = text.indexOf("\n|", section) + 1;
        int end = text.indexOf("\n\n", begin) + 1;
        Files.writeString(file, text.substring(0, begin) + table + (end == 0 ? "" : text.substring(end)));
    }

    /** The rows of the table of a page with this head. */
    static List<List<String>> tableOf(String page, String head) throws IOException {
        List<String> lines = Files.readAllLines(DOCS.resolve(page));
        int begin = lines.indexOf(head) + 2;
        assertThat(begin).as(head + " in " + page).isGreaterThan(1);
        return lines.subList(begin, lines.size()).stream()
                .takeWhile(line -> line.startsWith("|"))
                .map(line -> List.of(line.substring(2, line.lastIndexOf(" |")).split(" \\| ", -1)))
                .toList();
    }

    /** The rows of the first table under a heading of a page that begins like this, without its head. */
    static List<List<String>> rows(String page, String heading) throws IOException {
        List<List<String>> rows = new ArrayList<>();
        boolean inSection = false;
        boolean inTable = false;
        for (String line : Files.readAllLines(DOCS.resolve(page))) {
            if (line.startsWith("## ")) {
                inSection = line.startsWith(heading);
            }
            if (inSection && inTable && !line.startsWith("|")) {
                return rows;
            }
            if (inSection && inTable) {
                rows.add(List.of(line.substring(2, line.lastIndexOf(" |")).split(" \\| ", -1)));
            }
            inTable |= inSection && line.startsWith("|---");
        }
        assertThat(rows).as(heading + " of " + page).isNotEmpty();
        return rows;
    }
}
