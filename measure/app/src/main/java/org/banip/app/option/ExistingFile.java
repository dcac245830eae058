package org.banip.app.option;

import java.nio.file.Files;
import java.nio.file.Path;

/** Checks that the file or folder of an option is there before a part reads it, which does not know the option. */
public final class ExistingFile {
    private ExistingFile() {}

    /**
     * The same path.
     *
     * @throws IllegalArgumentException if there is no such file; names the option
     */
    public static Path of(String option, Path file) {
        return checked(option, file, "file");
    }

    /**
     * The same path.
     *
     * @throws IllegalArgumentException if there is no such folder; names the option
     */
    public static Path folder(String option, Path folder) {
        return checked(option, folder, "folder");
    }

    private static Path checked(String option, Path path, String kind) {
        if (Files.notExists(path)) {
            throw new IllegalArgumentException("option " + option + " is '" + path + "', there is no such " + kind
                    + "; allowed: the path of a " + kind);
        }
        return path;
    }
}
