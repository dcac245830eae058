package org.banip.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The pages of the documentation name classes and files that exist, and their lines can be read side by side with code. */
class PagesTest {
    private static final Path ROOT = Path.of(System.getProperty("banip.root"));
    private static final Pattern LINK = Pattern.compile("]\\(([^)#]*)(?:#([^)]*))?\\)");
    private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.*)$");
    /** A class in code font, with the last parts of its package or without. */
    private static final Pattern CLASS = Pattern.compile("`((?:[a-z]+\\.)*[A-Z][a-z]\\w*)[^`]*`");

    private static final int PROSE_COLUMNS = 150;
    /** Classes of the JDK that the page names. */
    private static final List<String> OF_THE_JDK = List.of("ServiceLoader");

    static Stream<Path> pages() throws IOException {
        try (Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
            List<Path> pages = new ArrayList<>(
                    docs.filter(file -> file.toString().endsWith(".md")).toList());
            pages.add(ROOT.resolve("README.md"));
            pages.add(ROOT.resolve("CHANGELOG.md"));
            return pages.stream();
        }
    }

    @ParameterizedTest
    @MethodSource("pages")
    void everyRelativeLinkLeadsToAFileAndAHeading(Path page) throws IOException {
        for (MatchResult link : matches(LINK, prose(page))) {
            if (link.group(1).contains(":")) {
                continue; // another site
            }
            Path target = link.group(1).isEmpty() ? page : page.resolveSibling(link.group(1));
            assertThat(target).as("%s of %s", link.group(), page).exists();
            if (link.group(2) != null) {
                assertThat(matches(HEADING, Files.readString(target)).stream().map(match -> anchor(match.group(1))))
                        .as("%s of %s", link.group(), page)
                        .contains(link.group(2));
            }
        }
    }

    /** Rows of tables and lines of code may be longer: they cannot be broken. */
    @ParameterizedTest
    @MethodSource("pages")
    void linesOfProseEndAtColumn150(Path page) throws IOException {
        assertThat(prose(page).lines().filter(line -> !line.stripLeading().startsWith("|")))
                .as("lines of %s", page)
                .isNotEmpty()
                .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(PROSE_COLUMNS));
    }

    /** The anchor that a forge makes of a heading. */
    private static String anchor(String heading) {
        return heading.toLowerCase(Locale.ROOT)
                .replaceAll("[^\\w\\- ]", "")
                .strip()
                .replace(' ', '-');
    }

    @Test
    void everyClassOfTheArchitectureExists() throws IOException {
        List<String> sources;
        try (Stream<Path> files = Files.walk(ROOT)) {
            sources = files.map(file -> ROOT.relativize(file).toString().replace('\\', '/'))
                    .filter(file -> file.contains("src/") && file.endsWith(".java"))
                    .toList();
        }
        List<MatchResult> named = matches(CLASS, prose(ROOT.resolve("docs/architecture.md")));
        assertThat(named).hasSizeGreaterThan(40);
        for (MatchResult match : named) {
            if (!OF_THE_JDK.contains(match.group(1))) {
                String file = "/" + match.group(1).replace('.', '/') + ".java";
                assertThat(sources).as(match.group()).anyMatch(source -> source.endsWith(file));
            }
        }
    }

    /** The page without its blocks of code. */
    private static String prose(Path page) throws IOException {
        return Files.readString(page).replaceAll("(?s)```.*?```", "");
    }

    private static List<MatchResult> matches(Pattern pattern, String text) {
        return pattern.matcher(text).results().toList();
    }
}
