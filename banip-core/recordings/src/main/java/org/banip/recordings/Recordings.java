package org.banip.recordings;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.stream.Collectors;

/**
 * Opens recordings: the {@linkplain RecordingReader reader} is found by the file's extension, or by its first bytes
 * (docs/recordings.md).
 */
public final class Recordings {
    private final List<RecordingReader> readers = new ArrayList<>();

    private Recordings() {
        ServiceLoader.load(RecordingReader.class, Recordings.class.getClassLoader())
                .forEach(readers::add);
        // The built-in ones come first, wherever the others stand on the class path.
        readers.sort(Comparator.comparing(reader -> reader.getClass().getPackage() != Recordings.class.getPackage()));
    }

    /**
     * Opens a recording that says everything about itself.
     *
     * @throws org.banip.core.error.BanipException {@code MALFORMED_RECORDING}
     */
    public static Recording open(Path path) {
        return open(path, RecordingOptions.none());
    }

    /**
     * Opens a recording and checks it as far as can be done without reading all samples; text files are read once.
     *
     * @param path a WFDB header (or the record's name without {@code .hea}), an EDF, BDF or text file, or a file of another format that has a
     *     reader; on the default file system
     * @param options what the file does not say
     * @throws org.banip.core.error.BanipException {@code MALFORMED_RECORDING} if the file or one that belongs to it is missing,
     *     cut off, contradicts itself or is of an unknown format
     */
    public static Recording open(Path path, RecordingOptions options) {
        return new Recordings().read(path, options);
    }

    private Recording read(Path path, RecordingOptions options) {
        Path file = existing(path);
        RecordingReader reader = byExtension(file).orElseGet(() -> byFirstBytes(file));
        if (options.frequency().isPresent() && !reader.takesFrequency()) {
            throw Malformed.unusable(
                    file,
                    "states its own sampling frequencies; the caller may say "
                            + options.frequency().get() + " Hz for text files only");
        }
        return reader.read(file, options);
    }

    private Path existing(Path path) {
        if (Files.isRegularFile(path)) {
            return path;
        }
        Optional<Path> header = headerOf(path);
        if (header.isPresent()) {
            return header.get();
        }
        if (Files.exists(path)) {
            throw Malformed.unusable(path, "is not a file; " + allowed());
        }
        String where = path.isAbsolute() ? "" : "; looked for " + path.toAbsolutePath();
        throw Malformed.recording(path, "is not there" + where, new NoSuchFileException(path.toString()));
    }

    private Optional<Path> headerOf(Path path) {
        for (RecordingReader reader : readers) {
            Optional<Path> header = reader.headerOf(path);
            if (header.isPresent()) {
                return header;
            }
        }
        return Optional.empty();
    }

    private Optional<RecordingReader> byExtension(Path file) {
        String extension = FileNames.extension(file);
        List<RecordingReader> able = readers.stream()
                .filter(reader -> reader.extensions().contains(extension))
                .collect(Collectors.toList());
        if (able.size() > 1) {
            throw Malformed.recording(
                    file,
                    "has several readers, allowed is one: "
                            + able.stream()
                                    .map(reader -> reader.getClass().getName())
                                    .collect(Collectors.joining(", ")));
        }
        return able.stream().findFirst();
    }

    private RecordingReader byFirstBytes(Path file) {
        byte[] first = firstBytes(file);
        return readers.stream()
                .filter(reader -> reader.recognises(first))
                .findFirst()
                .orElseThrow(() -> Malformed.unusable(
                        file,
                        "has neither a known extension nor known first bytes; " + allowed()
                                + headerOf(file)
                                        .map(header -> ": open " + header)
                                        .orElse("")));
    }

    private static byte[] firstBytes(Path file) {
        byte[] bytes = new byte[RecordingReader.FIRST_BYTES];
        int length = 0;
        try (InputStream input = Files.newInputStream(file)) {
            int count = input.read(bytes);
            while (count > 0) {
                length += count;
                count = input.read(bytes, length, bytes.length - length);
            }
        } catch (IOException e) {
            throw Malformed.unreadable(file, e);
        }
        return Arrays.copyOf(bytes, length);
    }

    /** "allowed are A, B and C". */
    private String allowed() {
        List<String> all =
                readers.stream().map(RecordingReader::description).collect(Collectors.toCollection(ArrayList::new));
        String last = all.remove(all.size() - 1);
        return "allowed are " + String.join(", ", all) + " and " + last;
    }
}
