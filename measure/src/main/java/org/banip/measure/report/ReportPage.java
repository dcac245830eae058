package org.banip.measure.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.banip.core.json.JsonObject;
import org.banip.measure.report.markup.Markup;
import org.banip.measure.results.ResultsFolder;

/** The whole page. */
public final class ReportPage {
    private static final List<Section> SECTIONS = List.of(
            new CpiSection(),
            new OverheadSection(),
            new CompressionSection(),
            new StudySection(),
            new PeersSection(),
            new HttpSection(),
            new PathsSection(),
            new LinkSection(),
            new JmhSection());

    private final ResultsFolder folder;
    private final Map<String, Table> tables = new LinkedHashMap<>();

    /** Reads the current results of a folder. */
    public ReportPage(ResultsFolder folder) {
        this.folder = folder;
        for (String name : folder.tables()) {
            Table table = Table.of(folder, name);
            if (!table.empty()) {
                tables.put(name, table);
            }
        }
    }

    /** Number of tables with rows on the page. */
    public int tables() {
        return tables.size();
    }

    /** The page as HTML without references to other files. */
    public String html() {
        List<Chapter> chapters = chapters();
        Markup out = new Markup();
        out.raw("<!DOCTYPE html>\n").open("html", "lang", "en").open("head");
        out.single("meta", "charset", "utf-8");
        out.single("meta", "name", "viewport", "content", "width=device-width, initial-scale=1");
        out.single("meta", "name", "color-scheme", "content", "light dark");
        out.element("title", "BANip, measured")
                .open("style")
                .raw(style())
                .close()
                .closeLine();
        out.open("body").open("header").element("h1", "BANip, measured");
        boolean common = environments(tables.keySet()).size() <= 1;
        if (common) {
            new EnvironmentView(tables.keySet().stream()
                            .findFirst()
                            .flatMap(folder::environment)
                            .or(folder::environment))
                    .write(out);
        } else {
            out.element("p", "The tables of this folder are of several measurements; each section says of which.");
        }
        contents(out, chapters);
        out.closeLine().open("main");
        for (Chapter chapter : chapters) {
            out.open("section", "id", chapter.id()).element("h2", chapter.title());
            if (!common) {
                environments(chapter.tables()).forEach((text, names) -> {
                    out.element("p", String.join(", ", names));
                    new EnvironmentView(folder.environment(names.get(0))).write(out);
                });
            }
            out.raw(chapter.content()).closeLine();
        }
        return out.close().close().closeLine().toString();
    }

    /** A part of the page, and the tables that only this part shows. */
    private record Chapter(String id, String title, String content, List<String> tables) {}

    /** The tables that have each environment. */
    private Map<String, List<String>> environments(Collection<String> names) {
        Map<String, List<String>> byText = new LinkedHashMap<>();
        for (String name : names) {
            String text = folder.environment(name).map(ReportPage::text).orElse("");
            byText.computeIfAbsent(text, unused -> new ArrayList<>()).add(name);
        }
        return byText;
    }

    private static String text(JsonObject environment) {
        return environment.names().stream()
                .map(name -> name + "=" + environment.value(name))
                .collect(Collectors.joining(" "));
    }

    private List<Chapter> chapters() {
        List<Chapter> chapters = new ArrayList<>();
        new PublishedView(tables.values())
                .content()
                .ifPresent(content -> chapters.add(chapter("Published beside ours", content, List.of())));
        Map<String, Table> left = new LinkedHashMap<>(tables);
        for (Section section : SECTIONS) {
            Map<String, Table> own = new LinkedHashMap<>();
            section.tables().stream().filter(tables::containsKey).forEach(name -> own.put(name, tables.get(name)));
            if (!own.isEmpty()) {
                Markup out = new Markup();
                section.write(out, own);
                own.values().forEach(table -> new TableView(table).fold(out, section.title() + ": " + table.name()));
                chapters.add(chapter(section.title(), out.toString(), List.copyOf(own.keySet())));
                left.keySet().removeAll(own.keySet());
            }
        }
        left.values().forEach(table -> chapters.add(plain(table)));
        return chapters;
    }

    private static Chapter plain(Table table) {
        Markup out = new Markup();
        String title = TableView.words(table.name());
        String heading = title.substring(0, 1).toUpperCase(Locale.ROOT) + title.substring(1);
        new TableView(table).write(out, heading + ", as measured");
        return chapter(heading, out.toString(), List.of(table.name()));
    }

    private static Chapter chapter(String title, String content, List<String> tables) {
        return new Chapter(title.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-"), title, content, tables);
    }

    private static void contents(Markup out, List<Chapter> chapters) {
        if (chapters.isEmpty()) {
            out.element("p", "There is nothing in this folder yet.");
            return;
        }
        out.open("nav", "aria-label", "Contents").open("ol");
        chapters.forEach(chapter -> out.open("li")
                .element("a", chapter.title(), "href", "#" + chapter.id())
                .close());
        out.close().closeLine();
    }

    private static String style() {
        try (InputStream css = Objects.requireNonNull(
                ReportPage.class.getResourceAsStream("report.css"), "report.css is not packaged")) {
            return new String(css.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read report.css: " + e, e);
        }
    }
}
