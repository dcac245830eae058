package org.banip.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.Test;

/**
 * docs/libraries.md has each library that is packed, its version and its date. {@code -Dbanip.rewrite=true} writes the tables, to be looked at and
 * committed.
 */
class LibrariesPageIT {
    private static final String PAGE = "libraries.md";
    private static final Pattern JAR = Pattern.compile("(.+?)-(\\d.*?)(-(linux|osx|windows)-[a-z0-9_]+)?\\.jar");
    private static final Pattern BUILT = Pattern.compile("(?m)^Build-Date-UTC: (\\d{4}-\\d{2}-\\d{2})");
    private static final LocalDate FIRST_OF_ZIP = LocalDate.of(1981, 1, 1);
    /** What projects write into each of their releases, so that a build can be repeated byte for byte. */
    private static final Set<LocalDate> CONSTANTS = Set.of(LocalDate.of(2021, 1, 10), LocalDate.of(2024, 2, 14));

    private static final String UNKNOWN = "–";

    /** A library, with its date as the page has it. */
    private record Library(String name, String version, String date) {
        String row() {
            return "| " + name + " | " + version + " | " + date + " |\n";
        }

        /** Two versions of a library are two. */
        String title() {
            return name + " " + version;
        }

        /** Times of files may have no zone. */
        boolean isAsOldAs(Library other) {
            boolean unknown = date.equals(UNKNOWN) || other.date.equals(UNKNOWN);
            return unknown
                    ? date.equals(other.date)
                    : Math.abs(ChronoUnit.DAYS.between(LocalDate.parse(date), LocalDate.parse(other.date))) <= 1;
        }
    }

    /** By title: a library may be packed for several systems. */
    private final TreeMap<String, Library> found = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);

    @Test
    void thePageHasTheLibrariesOfTheCommand() throws Exception {
        for (Path jar : packed()) {
            try (InputStream in = Files.newInputStream(jar)) {
                add(jar.getFileName().toString(), in);
            }
        }
        check("## Command");
    }

    @Test
    void thePageHasWhatOnlyTheWebArchivesHave() throws Exception {
        List<String> elsewhere = new ArrayList<>();
        packed().forEach(jar -> elsewhere.add(jar.getFileName().toString()));
        for (String server : List.of("wsb", "host")) {
            String war = System.getProperty("banip.war." + server);
            assumeTrue(war != null, "this build has no web archives");
            try (ZipInputStream in = new ZipInputStream(Files.newInputStream(Path.of(war)))) {
                for (ZipEntry each = in.getNextEntry(); each != null; each = in.getNextEntry()) {
                    String name = each.getName().replaceFirst(".*/", "");
                    if (name.endsWith(".jar") && !elsewhere.contains(name)) {
                        add(name, in);
                    }
                }
            }
        }
        check("## Web archives");
    }

    /** What {@code banip} has on its class path. */
    private static List<Path> packed() throws IOException, URISyntaxException {
        Path classes = Path.of(LibrariesPageIT.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        try (Stream<Path> files = Files.list(classes.resolveSibling("lib"))) {
            return files.filter(file -> file.toString().endsWith(".jar")).toList();
        }
    }

    private void add(String file, InputStream in) throws IOException {
        if (file.startsWith("banip-")) {
            return;
        }
        Matcher parts = JAR.matcher(file);
        assertThat(parts.matches()).as("%s has a name and a version", file).isTrue();
        Library library = new Library(parts.group(1), parts.group(2), date(in));
        found.merge(library.title(), library, (one, other) -> one.date().compareTo(other.date()) >= 0 ? one : other);
    }

    /** The newest time in the file; what the manifest says, if that is a constant. */
    private static String date(InputStream in) throws IOException {
        LocalDate newest = LocalDate.MIN;
        String manifest = "";
        ZipInputStream zip = new ZipInputStream(in); // the stream goes on behind it
        for (ZipEntry each = zip.getNextEntry(); each != null; each = zip.getNextEntry()) {
            LocalDate date = each.getTimeLocal().toLocalDate();
            newest = date.isAfter(newest) ? date : newest;
            if (each.getName().equals("META-INF/MANIFEST.MF")) {
                manifest = new String(zip.readAllBytes(), StandardCharsets.UTF_8);
            }
        }
        if (newest.isAfter(FIRST_OF_ZIP) && !CONSTANTS.contains(newest)) {
            return newest.toString();
        }
        Matcher built = BUILT.matcher(manifest);
        return built.find() ? built.group(1) : UNKNOWN;
    }

    private void check(String heading) throws IOException {
        if (Boolean.getBoolean("banip.rewrite")) {
            rewrite(heading);
        }
        List<Library> expected = ofPage(heading);
        assertThat(expected.stream().map(Library::title))
                .as(
                        "libraries of docs/%s, %s, and those that are packed; -Dbanip.rewrite=true writes them",
                        PAGE, heading)
                .containsExactlyElementsOf(
                        found.values().stream().map(Library::title).toList());
        assertThat(expected).allMatch(each -> found.get(each.title()).isAsOldAs(each));
    }

    private static Path page() {
        return Path.of(System.getProperty("banip.root", "../.."))
                .resolve("docs")
                .resolve(PAGE);
    }

    /** The rows of the table under this heading. */
    private static List<Library> ofPage(String heading) throws IOException {
        String text = Files.readString(page());
        int begin = text.indexOf("|---", text.indexOf("\n" + heading + "\n"));
        return text.substring(begin)
                .lines()
                .skip(1)
                .takeWhile(line -> line.startsWith("| "))
                .map(line -> line.substring(2, line.lastIndexOf(" |")).split(" \\| ", -1))
                .map(cells -> new Library(cells[0], cells[1], cells[2]))
                .toList();
    }

    private void rewrite(String heading) throws IOException {
        Path file = page();
        String text = Files.readString(file);
        int begin = text.indexOf("|---", text.indexOf("\n" + heading + "\n"));
        int rows = text.indexOf('\n', begin) + 1;
        int end = text.indexOf("\n\n", begin) + 1;
        StringBuilder table = new StringBuilder();
        found.values().forEach(library -> table.append(library.row()));
        Files.writeString(file, text.substring(0, rows) + table + (end == 0 ? "" : text.substring(end)));
    }
}
