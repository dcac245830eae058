package org.banip.recordings;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

/** Opens recordings: the format is found by the file's name, or by its first bytes (docs/recordings.md). */
public final class Recordings {
    private static final String ALLOWED =
            "allowed are WFDB headers (.hea), EDF (.edf), BDF (.bdf) and text files (.csv, .txt, .tsv)";
    private static final int SIGNATURE = 8;

    private Recordings() {}

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
     * @param path a WFDB header (or the record's name without {@code .hea}), an EDF, BDF or text file on the default file system
     * @param options what the file does not say
     * @throws org.banip.core.error.BanipException {@code MALFORMED_RECORDING} if the file or one that belongs to it is missing,
     *     cut off, contradicts itself or is of an unknown format
     */
    public static Recording open(Path path, RecordingOptions options) {
        Path file = existing(path);
        RecordingFormat format = byName(file).orElseGet(() -> bySignature(file));
        if (format != RecordingFormat.TEXT && options.frequency().isPresent()) {
            throw Malformed.recording(
                    file,
                    "states its own sampling frequencies; the caller may say "
                            + options.frequency().get() + " Hz for text files only");
        }
        return openAs(format, file, options);
    }

    private static Path existing(Path path) {
        if (Files.isRegularFile(path)) {
            return path;
        }
        Path header = path.resolveSibling(FileNames.name(path) + ".hea");
        if (Files.isRegularFile(header)) {
            return header;
        }
        if (Files.exists(path)) {
            throw Malformed.recording(path, "is not a file; " + ALLOWED);
        }
        throw Malformed.recording(path, "is not there", new NoSuchFileException(path.toString()));
    }

    private static RecordingFormat bySignature(Path file) {
        switch (signature(file)) {
            case "0       ":
                return RecordingFormat.EDF;
            case "\u00ffBIOSEMI":
                return RecordingFormat.BDF;
            default:
                throw Malformed.recording(
                        file, "has neither a known extension nor known first bytes; " + ALLOWED + hint(file));
        }
    }

    private static String signature(Path file) {
        byte[] bytes = new byte[SIGNATURE];
        int length = 0;
        try (InputStream input = Files.newInputStream(file)) {
            int count = input.read(bytes);
            while (count > 0) {
                length += count;
                count = input.read(bytes, length, SIGNATURE - length);
            }
        } catch (IOException e) {
            throw Malformed.recording(file, "cannot be read: " + e, e);
        }
        return new String(bytes, 0, length, StandardCharsets.ISO_8859_1);
    }

    private static Optional<RecordingFormat> byName(Path file) {
        switch (FileNames.extension(file)) {
            case "hea":
                return Optional.of(RecordingFormat.WFDB);
            case "edf":
            case "rec":
                return Optional.of(RecordingFormat.EDF);
            case "bdf":
                return Optional.of(RecordingFormat.BDF);
            case "csv":
            case "txt":
            case "tsv":
                return Optional.of(RecordingFormat.TEXT);
            default:
                return Optional.empty();
        }
    }

    private static String hint(Path file) {
        Path header = file.resolveSibling(FileNames.stem(file) + ".hea");
        return Files.isRegularFile(header) ? ": open " + header : "";
    }

    private static Recording openAs(RecordingFormat format, Path file, RecordingOptions options) {
        switch (format) {
            case WFDB:
                return WfdbRecording.open(file);
            case EDF:
            case BDF:
                return EdfRecording.open(file);
            default:
                return TextRecording.open(file, options);
        }
    }
}
