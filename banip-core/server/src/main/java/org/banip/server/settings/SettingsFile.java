package org.banip.server.settings;

import java.io.BufferedReader;
import java.io.FilterReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/** Reads a Java properties file in UTF-8 and remembers on which line each setting stands. */
final class SettingsFile {
    private SettingsFile() {}

    /** The entries of the file, in order; adds what is wrong with the file to the problems. */
    static List<SettingsReader.Entry> read(Path file, List<String> problems) {
        List<SettingsReader.Entry> entries = new ArrayList<>();
        Map<String, String> seen = new HashMap<>();
        try (LineByLine lines = new LineByLine(Files.newBufferedReader(file, StandardCharsets.UTF_8))) {
            new Listening((name, text) -> {
                        String origin = file + ":" + lines.number();
                        String before = seen.putIfAbsent(name, origin);
                        if (before != null) {
                            problems.add("setting " + name + " is set twice (" + before + " and " + origin + ")");
                        } else {
                            entries.add(new SettingsReader.Entry(name, text, origin));
                        }
                    })
                    .load(lines);
        } catch (NoSuchFileException e) {
            problems.add("the properties file " + file + " does not exist");
        } catch (IOException | IllegalArgumentException e) {
            problems.add("the properties file " + file + " cannot be read: " + e.getMessage());
        }
        return entries;
    }

    private interface Listener {
        void heard(String name, String text);
    }

    /** Hears of each property when {@link Properties#load} has read its line. */
    private static final class Listening extends Properties {
        private static final long serialVersionUID = 1L;

        private final transient Listener listener;

        Listening(Listener listener) {
            this.listener = listener;
        }

        @Override
        public synchronized @Nullable Object put(Object key, Object value) {
            listener.heard((String) key, (String) value);
            return super.put(key, value);
        }
    }

    /** Gives one line at a time, so that the number of lines given is the number of lines read. */
    private static final class LineByLine extends FilterReader {
        private final BufferedReader lines;
        private String line = "";
        private int at;
        private int number;

        LineByLine(BufferedReader lines) {
            super(lines);
            this.lines = lines;
        }

        int number() {
            return number;
        }

        @Override
        public int read(char[] target, int offset, int length) throws IOException {
            if (at == line.length()) {
                String next = lines.readLine();
                if (next == null) {
                    return -1;
                }
                // Blanks before a line mean nothing; one after the line's end keeps the reader of properties from
                // looking ahead.
                line = next + "\n ";
                at = 0;
                number++;
            }
            int count = Math.min(length, line.length() - at);
            line.getChars(at, at + count, target, offset);
            at += count;
            return count;
        }
    }
}
