package org.banip.core.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A page of the documentation that tests read. */
public final class Page {
    private final String text;

    private Page(String text) {
        this.text = text;
    }

    /** The page with this file name under {@code docs/}. */
    public static Page named(String name) throws IOException {
        Path root = Path.of(System.getProperty("banip.root", ".."));
        return new Page(Files.readString(root.resolve("docs").resolve(name)));
    }

    /** The text under a heading that begins like this, up to the next heading of the same depth. */
    public Page section(String heading) {
        int begin = text.indexOf("\n" + heading) + 1;
        if (begin == 0) {
            throw new AssertionError("the page has no heading " + heading);
        }
        String marks = heading.substring(0, heading.indexOf(' ') + 1);
        int end = text.indexOf("\n" + marks, begin);
        return new Page(end < 0 ? text.substring(begin) : text.substring(begin, end + 1));
    }

    /** The fenced blocks with this language. */
    public List<String> blocks(String language) {
        List<String> blocks = new ArrayList<>();
        String fence = "\n```" + language + "\n";
        for (int at = text.indexOf(fence); at >= 0; at = text.indexOf(fence, at + 1)) {
            int begin = at + fence.length();
            blocks.add(text.substring(begin, text.indexOf("```", begin)));
        }
        return blocks;
    }

    /** The cells of all rows of all tables, without their heads. */
    public List<List<String>> rows() {
        List<List<String>> rows = new ArrayList<>();
        boolean inTable = false;
        for (String line : text.split("\n", -1)) {
            boolean rule = line.matches("\\|(-+\\|)+");
            if (inTable && line.startsWith("|") && !rule) {
                rows.add(cells(line));
            }
            inTable = rule || (inTable && line.startsWith("|"));
        }
        return rows;
    }

    private static List<String> cells(String line) {
        List<String> cells = new ArrayList<>();
        for (String cell : line.substring(1, line.lastIndexOf('|')).split("\\|", -1)) {
            cells.add(cell.trim());
        }
        return cells;
    }
}
