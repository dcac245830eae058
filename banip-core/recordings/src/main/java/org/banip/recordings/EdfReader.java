package org.banip.recordings;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** Reads EDF and BDF files (docs/recordings.md, "EDF and BDF"). */
public final class EdfReader implements RecordingReader {
    private static final String EDF_VERSION = "0       ";
    private static final String BDF_VERSION = "\u00ffBIOSEMI";

    /** For {@link java.util.ServiceLoader}. */
    public EdfReader() {}

    @Override
    public String description() {
        return "EDF (.edf), BDF (.bdf)";
    }

    @Override
    public List<String> extensions() {
        return List.of("edf", "rec", "bdf");
    }

    @Override
    public boolean recognises(byte[] firstBytes) {
        String first = new String(firstBytes, StandardCharsets.ISO_8859_1);
        return first.startsWith(EDF_VERSION) || first.startsWith(BDF_VERSION);
    }

    @Override
    public Recording read(Path file, RecordingOptions options) {
        return EdfRecording.open(file);
    }
}
