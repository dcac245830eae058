package org.banip.measure.compression;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.banip.core.error.BanipException;
import org.banip.recordings.RecordedGroup;
import org.banip.recordings.Recording;
import org.banip.recordings.Recordings;

/**
 * The recordings of a folder, without its subfolders.
 *
 * @param groups the groups that can be measured, sorted by file name
 * @param refused reasons why files that look like recordings cannot be measured
 */
public record RecordingFolder(List<MeasuredGroup> groups, List<String> refused) {
    private static final List<String> EXTENSIONS = List.of("hea", "edf", "rec", "bdf", "csv", "txt", "tsv");

    /** Copies the lists. */
    public RecordingFolder {
        groups = List.copyOf(groups);
        refused = List.copyOf(refused);
    }

    /**
     * Opens all recordings of a folder.
     *
     * @throws IOException if the folder cannot be read
     */
    public static RecordingFolder open(Path folder) throws IOException {
        List<MeasuredGroup> groups = new ArrayList<>();
        List<String> refused = new ArrayList<>();
        for (Path file : files(folder)) {
            try {
                add(Recordings.open(file), groups);
            } catch (BanipException e) {
                refused.add(e.getMessage());
            }
        }
        return new RecordingFolder(groups, refused);
    }

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> Files.isRegularFile(file) && EXTENSIONS.contains(extension(file)))
                    .sorted()
                    .toList();
        }
    }

    private static String extension(Path file) {
        String name = file.getFileName().toString();
        return name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
    }

    private static void add(Recording recording, List<MeasuredGroup> groups) {
        for (RecordedGroup recorded : recording.groups()) {
            boolean alone = recording.groups().size() == 1;
            String name = alone
                    ? recording.name()
                    : recording.name() + "/" + recorded.group().name();
            if (recorded.units() > 0) {
                groups.add(new MeasuredGroup(name, recorded));
            }
        }
    }
}
