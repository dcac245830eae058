package org.banip.recordings.export;

import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.banip.core.ban.SensorGroup;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;

/**
 * Where an export goes.
 *
 * @param directory made if it is not there
 * @param name what the files' names begin with: 1 to 64 letters, digits and {@code _}, all that WFDB allows a record
 * @param overwrite whether files of the same names may be replaced
 * @param progress hears how far it is
 * @param sink takes the files instead of the directory, if there is one
 */
public record ExportTarget(
        Path directory, String name, boolean overwrite, ExportProgress progress, Optional<FileSink> sink) {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_]{1,64}");
    private static final int LONGEST_BAN = 40;

    /** Checks the name. */
    public ExportTarget {
        if (!NAME.matcher(name).matches()) {
            throw new BanipException(
                    ErrorCode.MALFORMED_REQUEST, "export name '" + name + "' must be 1 to 64 letters, digits and _");
        }
    }

    /** A target in a directory. */
    public ExportTarget(Path directory, String name, boolean overwrite, ExportProgress progress) {
        this(directory, name, overwrite, progress, Optional.empty());
    }

    /** A target that is no directory; for writers that {@linkplain RecordingWriter#streams stream}. */
    public static ExportTarget into(FileSink sink, String name) {
        return new ExportTarget(Paths.get(""), name, false, (group, sets) -> {}, Optional.of(sink));
    }

    /** A name for the export of a BAN's session: the BAN, and the beginning of the session. */
    public static String nameOf(String ban, UUID session) {
        String plain = plain(ban);
        return plain.substring(0, Math.min(plain.length(), LONGEST_BAN)) + "_"
                + session.toString().substring(0, 8);
    }

    /** The name with what file and record names do not allow replaced. */
    public static String plain(String name) {
        return name.replaceAll("[^A-Za-z0-9_]", "_");
    }

    /** What each group's files are called after; different for different groups. */
    static List<String> fileNames(List<SensorGroup> groups) {
        List<String> names = groups.stream().map(group -> plain(group.name())).collect(Collectors.toList());
        if (Set.copyOf(names).size() == names.size()) {
            return names;
        }
        return IntStream.range(0, names.size())
                .mapToObj(group -> names.get(group) + "_" + group)
                .collect(Collectors.toList());
    }
}
