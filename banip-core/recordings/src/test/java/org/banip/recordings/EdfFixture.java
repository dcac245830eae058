package org.banip.recordings;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Writes EDF and BDF files. */
final class EdfFixture {
    private final boolean bdf;
    private final String reserved;
    private final String seconds;
    private final List<Signal> signals = new ArrayList<>();
    private String records = "";

    /** A file with this reserved field and duration of a data record. */
    EdfFixture(boolean bdf, String reserved, String seconds) {
        this.bdf = bdf;
        this.reserved = reserved;
        this.seconds = seconds;
    }

    /** One signal; {@code samples} has {@code perRecord} for each data record. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Signal(String label, String unit, String ranges, int perRecord, int[] samples) {
        /** Physical minimum and maximum, digital minimum and maximum. */
        String range(int index) {
            return ranges.split(" ", -1)[index];
        }
    }

    EdfFixture signal(String label, String unit, String ranges, int perRecord, int... samples) {
        signals.add(new Signal(label, unit, ranges, perRecord, samples));
        return this;
    }

    /** What the header says instead of the number of data records. */
    EdfFixture records(String claimed) {
        records = claimed;
        return this;
    }

    Path write(Path file) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        int count = signals.get(0).samples().length / signals.get(0).perRecord();
        bytes.writeBytes(
                header(records.isEmpty() ? Integer.toString(count) : records).getBytes(StandardCharsets.ISO_8859_1));
        for (int record = 0; record < count; record++) {
            for (Signal signal : signals) {
                for (int i = 0; i < signal.perRecord(); i++) {
                    int sample = signal.samples()[record * signal.perRecord() + i];
                    for (int b = 0; b < (bdf ? 3 : 2); b++) {
                        bytes.write(sample >> 8 * b);
                    }
                }
            }
        }
        return Fixtures.write(file, bytes.toByteArray());
    }

    private String header(String recordCount) {
        return padded(bdf ? "\u00ffBIOSEMI" : "0", 8)
                + padded("X X X X", 80)
                + padded("Startdate X X X X", 80)
                + padded("20.11.26", 8)
                + padded("08.15.30", 8)
                + padded(Integer.toString(256 + 256 * signals.size()), 8)
                + padded(reserved, 44)
                + padded(recordCount, 8)
                + padded(seconds, 8)
                + padded(Integer.toString(signals.size()), 4)
                + column(16, Signal::label)
                + column(80, signal -> "electrode")
                + column(8, Signal::unit)
                + column(8, signal -> signal.range(0))
                + column(8, signal -> signal.range(1))
                + column(8, signal -> signal.range(2))
                + column(8, signal -> signal.range(3))
                + column(80, signal -> "HP:0.1Hz")
                + column(8, signal -> Integer.toString(signal.perRecord()))
                + column(32, signal -> "");
    }

    private String column(int width, Function<Signal, String> field) {
        StringBuilder column = new StringBuilder();
        signals.forEach(signal -> column.append(padded(field.apply(signal), width)));
        return column.toString();
    }

    private static String padded(String text, int width) {
        return text + " ".repeat(width - text.length());
    }
}
