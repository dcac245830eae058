package org.banip.server.audit;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.banip.server.settings.Setting;
import org.banip.server.settings.SettingType;
import org.banip.server.settings.Settings;

/**
 * Where an audit log is kept, and how much of it.
 *
 * @param directory has the files; it is made, for its owner only, if it does not exist
 * @param fileBytes a file of at least this size is followed by the next one
 * @param files as many are kept; the oldest makes room
 */
public record AuditSettings(Path directory, long fileBytes, int files) {
    /** A file ends at 16 MiB. */
    public static final long FILE_BYTES = 16 << 20;
    /** As many files are kept. */
    public static final int FILES = 100;

    private static final long LEAST_FILE_BYTES = 4096;

    private static final Setting<Path> DIRECTORY = Setting.optional(
            "audit",
            new SettingType<>("directory", "", "the path of a directory", AuditSettings::path, Path::toString),
            "no audit log",
            "directory of the audit log (docs/audit.md), one for each server; it is created");
    private static final Setting<Long> BYTES = Setting.of(
            "audit-file-bytes",
            SettingType.largeNumber("bytes", LEAST_FILE_BYTES, 1L << 40),
            FILE_BYTES,
            "size at which a file of the audit log is followed by the next one");
    private static final Setting<Integer> KEPT = Setting.of(
            "audit-files",
            SettingType.number("", 2, 1_000_000),
            FILES,
            "files of the audit log that are kept; the oldest makes room, which the log tells");

    /** The settings of a server, for its table. */
    public static List<Setting<?>> all() {
        return List.of(DIRECTORY, BYTES, KEPT);
    }

    /** In this directory, with the usual bounds. */
    public static AuditSettings in(Path directory) {
        return new AuditSettings(directory, FILE_BYTES, FILES);
    }

    /** What an operator set; empty if there is to be no audit log. */
    public static Optional<AuditSettings> of(Settings settings) {
        return settings.find(DIRECTORY)
                .map(directory -> new AuditSettings(directory, settings.get(BYTES), settings.get(KEPT)));
    }

    private static Path path(String text) {
        try {
            return Path.of(text);
        } catch (InvalidPathException e) {
            throw new IllegalArgumentException("it is not a path: " + e.getReason(), e);
        }
    }
}
