package org.banip.recordings.example;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.banip.core.ban.Channel;
import org.banip.core.ban.Frequency;
import org.banip.recordings.Grouping;
import org.banip.recordings.Labels;
import org.banip.recordings.Malformed;
import org.banip.recordings.Recording;
import org.banip.recordings.RecordingHeader;
import org.banip.recordings.RecordingOptions;
import org.banip.recordings.RecordingReader;
import org.banip.recordings.SampleCoding;
import org.banip.recordings.SampleColumn;
import org.banip.recordings.SampleFile;
import org.banip.recordings.UcumUnits;

/** Reads {@code .raw16}: a line {@code raw16 360 mV MLII V5}, padded with blanks to 64 bytes, then 16-bit samples, channel after channel. */
public final class RawReader implements RecordingReader {
    /** Bytes of the header. */
    public static final int HEADER_BYTES = 64;

    /** For {@link java.util.ServiceLoader}. */
    public RawReader() {}

    @Override
    public String description() {
        return "raw files (.raw16)";
    }

    @Override
    public List<String> extensions() {
        return List.of("raw16");
    }

    @Override
    public boolean recognises(byte[] firstBytes) {
        return new String(firstBytes, StandardCharsets.ISO_8859_1).startsWith("raw16 ");
    }

    @Override
    public Recording read(Path file, RecordingOptions options) {
        String[] fields;
        SampleFile samples;
        try {
            byte[] bytes = Files.readAllBytes(file);
            if (bytes.length < HEADER_BYTES) {
                throw Malformed.recording(file, bytes.length + " bytes, allowed are at least " + HEADER_BYTES);
            }
            fields = new String(bytes, 0, HEADER_BYTES, StandardCharsets.US_ASCII)
                    .trim()
                    .split(" ", -1);
            samples = new SampleFile(file, bytes.length, SampleCoding.BITS_16, HEADER_BYTES, fields.length - 3);
        } catch (IOException e) {
            throw Malformed.recording(file, "cannot be read: " + e, e);
        }
        samples.requireFrames(samples.frames());
        Grouping grouping = new Grouping(file);
        for (int i = 3; i < fields.length; i++) {
            Channel channel = Channel.ofGain(
                    Labels.of(fields[i], "signal"), UcumUnits.codeOf(fields[2]), 16, -32768, 32767, 200, 1024);
            grouping.in(Frequency.parse(fields[1]), 1)
                    .add(fields[i], channel, new SampleColumn(samples, i - 3, OptionalInt.empty()), Map.of());
        }
        return grouping.recording(new RecordingHeader("raw", "RAW16", Optional.empty(), Map.of()), samples.frames());
    }
}
