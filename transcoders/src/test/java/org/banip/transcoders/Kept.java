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
 * Expected values that tests cannot compute: digests and vectors, in files of the checkout. With {@code -Dbanip.rewrite=true} the actual values
 * are written there, to be checked and committed.
 */
public final class Kept {
    /** The checkout. */
    public static final Path ROOT = Path.of(System.getProperty("banip.root", ".."));
    /** Whether to write the actual values instead of comparing them. */
    public static final boolean REWRITES = Boolean.getBoolean("banip.rewrite");

    private static final Path DIGESTS = ROOT.resolve("transcoders/src/test/resources/digests.txt");

    private Kept() {}

    /** The digest with this name. */
    public static String digest(String name) {
        String begin = name + ": ";
        return lines().stream()
                .filter(line -> line.startsWith(begin))
                .map(line -> line.substring(begin.length()))
                .findFirst()
                .orElse("none is kept");
    }

    /** Compares a digest, or writes it. */
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
