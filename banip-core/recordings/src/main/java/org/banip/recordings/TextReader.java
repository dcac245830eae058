package org.banip.recordings;

import java.nio.file.Path;
import java.util.List;

/** Reads rows of decimal numbers (docs/recordings.md, "Text files"). */
public final class TextReader implements RecordingReader {
    /** For {@link java.util.ServiceLoader}. */
    public TextReader() {}

    @Override
    public String description() {
        return "text files (.csv, .txt, .tsv)";
    }

    @Override
    public List<String> extensions() {
        return List.of("csv", "txt", "tsv");
    }

    @Override
    public boolean takesFrequency() {
        return true;
    }

    @Override
    public Recording read(Path file, RecordingOptions options) {
        return TextRecording.open(file, options);
    }
}
