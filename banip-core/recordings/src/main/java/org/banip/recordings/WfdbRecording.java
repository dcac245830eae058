package org.banip.recordings;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.banip.core.ban.Channel;
import org.banip.core.ban.Frequency;
import org.banip.core.error.BanipException;

/** Opens a WFDB record: its header, and the signal files the header names. */
final class WfdbRecording {
    private static final int LONGEST_HEADER = 1 << 20;

    private final Path path;
    private final WfdbHeader header;

    private WfdbRecording(Path path, WfdbHeader header) {
        this.path = path;
        this.header = header;
    }

    /**
     * Opens the record of this header file.
     *
     * @throws BanipException {@code MALFORMED_RECORDING}
     */
    static Recording open(Path path) {
        return new WfdbRecording(path, WfdbHeaderParser.parse(path, text(path))).open();
    }

    private static String text(Path path) {
        try {
            long size = Files.size(path);
            if (size > LONGEST_HEADER) {
                throw Malformed.recording(path, size + " bytes, a header has at most " + LONGEST_HEADER);
            }
            return new String(Files.readAllBytes(path), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw Malformed.unreadable(path, e);
        }
    }

    private Recording open() {
        List<SampleColumn> columns = columns();
        long frames = frames(columns);
        for (SampleColumn column : columns) {
            column.file().requireFrames(frames);
        }
        Grouping grouping = new Grouping(path);
        for (int s = 0; s < columns.size(); s++) {
            WfdbSignal signal = header.signals().get(s);
            checkInitialValue(signal, columns.get(s));
            Frequency frequency = frequency(signal);
            grouping.in(frequency, signal.samplesPerFrame())
                    .add(signal.description(), channel(signal), columns.get(s), signal.attributes());
        }
        return grouping.recording(header.recording(), frames);
    }

    /** Where each signal's samples are: the signals of one file follow one another in each of its frames. */
    private List<SampleColumn> columns() {
        Map<String, List<WfdbSignal>> byFile = new LinkedHashMap<>();
        String previous = "";
        for (WfdbSignal signal : header.signals()) {
            List<WfdbSignal> together = byFile.computeIfAbsent(signal.fileName(), key -> new ArrayList<>());
            if (!together.isEmpty()) {
                checkTogether(together.get(0), signal, previous);
            }
            together.add(signal);
            previous = signal.fileName();
        }
        List<SampleColumn> columns = new ArrayList<>();
        byFile.values().forEach(together -> addColumns(together, columns));
        return columns;
    }

    private void checkTogether(WfdbSignal first, WfdbSignal signal, String previous) {
        if (!previous.equals(signal.fileName())) {
            throw Malformed.recording(
                    path, "signals of " + signal.fileName() + " must follow one another, not those of " + previous);
        }
        if (first.coding() != signal.coding() || first.byteOffset() != signal.byteOffset()) {
            throw Malformed.recording(
                    path,
                    "signals of " + signal.fileName() + " have formats " + first.format() + "+" + first.byteOffset()
                            + " and " + signal.format() + "+" + signal.byteOffset() + ", allowed is one per file");
        }
    }

    private void addColumns(List<WfdbSignal> together, List<SampleColumn> columns) {
        WfdbSignal any = together.get(0);
        Path signalFile = path.resolveSibling(any.fileName());
        if (!Files.isRegularFile(signalFile)) {
            throw Malformed.recording(signalFile, "is not there or not a file, but " + path + " names it");
        }
        long frameSamples =
                together.stream().mapToLong(WfdbSignal::samplesPerFrame).sum();
        SampleFile file = new SampleFile(signalFile, size(signalFile), any.coding(), any.byteOffset(), frameSamples);
        long next = 0;
        for (WfdbSignal signal : together) {
            columns.add(new SampleColumn(file, next, signal.checksum()));
            next += signal.samplesPerFrame();
        }
    }

    private static long size(Path file) {
        try {
            return Files.size(file);
        } catch (IOException e) {
            throw Malformed.unreadable(file, e);
        }
    }

    /** "If the number of samples is zero or missing, it is unspecified": as many as the files have. */
    private long frames(List<SampleColumn> columns) {
        long frames = header.frames().orElse(columns.get(0).file().frames());
        if (frames == 0) {
            throw Malformed.recording(columns.get(0).file().path(), "has no samples");
        }
        return frames;
    }

    /** A signal with skew is left out: there its "sample 0" may be either side of the correction. */
    private void checkInitialValue(WfdbSignal signal, SampleColumn column) {
        if (!signal.initialValue().isPresent() || signal.skew() != 0) {
            return;
        }
        SampleFile file = column.file();
        try (RandomAccessFile input = new RandomAccessFile(file.path().toFile(), "r")) {
            int seen = new SampleReader(file, input, SampleCoding.MOST_BYTES).sample(0, column.firstInFrame());
            if (seen != signal.initialValue().getAsInt()) {
                throw Malformed.recording(
                        file.path(),
                        "signal " + signal.description() + " begins with " + seen + ", " + path + " allows only "
                                + signal.initialValue().getAsInt() + " as its initial value");
            }
        } catch (IOException e) {
            throw Malformed.unreadable(file.path(), e);
        }
    }

    private Frequency frequency(WfdbSignal signal) {
        Frequency frames = header.frequency();
        try {
            return new Frequency(frames.numerator() * signal.samplesPerFrame(), frames.denominator());
        } catch (BanipException e) {
            throw Malformed.description(path, e);
        }
    }

    /** The digital range is the storage format's: no sample can leave it, whatever resolution the header claims. */
    private Channel channel(WfdbSignal signal) {
        try {
            return Channel.ofGain(
                    Labels.of(signal.description(), "signal"),
                    UcumUnits.codeOf(signal.units()),
                    signal.resolution(),
                    signal.coding().lowest(),
                    signal.coding().highest(),
                    signal.gain(),
                    signal.baseline());
        } catch (BanipException e) {
            throw Malformed.description(path, e);
        }
    }
}
