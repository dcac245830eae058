package org.banip.transcoders;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

/**
 * What tests expect and cannot compute: digests and vectors, in files of the checkout. With {@code -Dbanip.rewrite=true} what came instead is
 * written there, to be looked at and committed.
 */
public final class Kept {
    /** The checkout. */
    public static final Path ROOT = Path.of(System.getProperty("banip.root", ".."));
    /** Whether to write what came instead of complaining. */
    public static final boolean REWRITES = Boolean.getBoolean("banip.rewrite");

    private static final Path DIGESTS = ROOT.resolve("transcoders/src/test/resources/digests.txt");

    private Kept() {}

    /** The digest of this name. */
    public static String digest(String name) {
        String begin = name + ": ";
        return lines().stream()
                .filter(line -> line.startsWith(begin))
                .map(line -> line.substring(begin.length()))
                .findFirst()
                .orElse("none is kept");
    }

    /** Checks a digest, or keeps it from now on. */
    public static void assertDigest(String name, String actual) {
        if (REWRITES) {
            rewrite(DIGESTS, text -> replaced(text, name, actual));
        }
        assertThat(actual).as(name + " in " + DIGESTS).isEqualTo(digest(name));
    }

    /** Changes a file. */
    public static void rewrite(Path file, UnaryOperator<String> change) {
        try {
            Files.writeString(file, change.apply(Files.readString(file)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String replaced(String text, String name, String digest) {
        StringBuilder head = new StringBuilder();
        SortedSet<String> digests = new TreeSet<>();
        for (String line : text.lines().toList()) {
            if (line.startsWith("#")) {
                head.append(line).append('\n');
            } else if (!line.startsWith(name + ": ")) {
                digests.add(line);
            }
        }
        digests.add(name + ": " + digest);
        return head + String.join("\n", digests) + "\n";
    }

    private static List<String> lines() {
        try {
            return Files.readAllLines(DIGESTS);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
