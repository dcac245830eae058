package org.banip.recordings;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Reads WFDB records (docs/recordings.md, "WFDB"). */
public final class WfdbReader implements RecordingReader {
    /** The format's name. */
    public static final String FORMAT = WfdbHeader.FORMAT;

    private static final String EXTENSION = "hea";

    /** For {@link java.util.ServiceLoader}. */
    public WfdbReader() {}

    @Override
    public String description() {
        return "WFDB headers (.hea)";
    }

    @Override
    public List<String> extensions() {
        return List.of(EXTENSION);
    }

    /** A record may be named without the extension of its header; a signal file has its record's name. */
    @Override
    public Optional<Path> headerOf(Path path) {
        String record = Files.exists(path) ? FileNames.stem(path) : FileNames.name(path);
        return Optional.of(path.resolveSibling(record + "." + EXTENSION)).filter(Files::isRegularFile);
    }

    @Override
    public Recording read(Path file, RecordingOptions options) {
        return WfdbRecording.open(file);
    }
}
