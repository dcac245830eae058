package org.banip.recordings;

import java.nio.file.Path;
import java.util.Locale;

/** Parts of file names. */
final class FileNames {
    private FileNames() {}

    static String name(Path file) {
        Path name = file.getFileName();
        return name == null ? "" : name.toString();
    }

    /** The name without its extension. */
    static String stem(Path file) {
        String name = name(file);
        int dot = name.lastIndexOf('.');
        return dot > 0 ? name.substring(0, dot) : name;
    }

    /** The extension in lower case without its dot, or nothing. */
    static String extension(Path file) {
        String name = name(file);
        int dot = name.lastIndexOf('.');
        return dot < 0 ? "" : name.substring(dot + 1).toLowerCase(Locale.ROOT);
    }
}
