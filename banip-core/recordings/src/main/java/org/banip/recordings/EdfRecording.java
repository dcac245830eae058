package org.banip.recordings;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalInt;
import org.banip.core.ban.Channel;
import org.banip.core.ban.Frequency;
import org.banip.core.error.BanipException;

/** Opens an EDF or BDF file; its data records are the frames. */
final class EdfRecording {
    private static final String ANNOTATIONS = "annotations";

    private final Path path;
    private final EdfHeader header;
    private final SampleCoding coding;

    private EdfRecording(Path path, EdfHeader header) {
        this.path = path;
        this.header = header;
        coding = header.recording().format().equals(EdfHeader.EDF) ? SampleCoding.BITS_16 : SampleCoding.BITS_24;
    }

    /**
     * Opens this file.
     *
     * @throws BanipException {@code MALFORMED_RECORDING}
     */
    static Recording open(Path path) {
        return new EdfRecording(path, EdfHeaderParser.read(path)).open();
    }

    private Recording open() {
        long perRecord =
                header.signals().stream().mapToLong(EdfSignal::samplesPerRecord).sum();
        SampleFile file = new SampleFile(path, size(), coding, header.headerBytes(), perRecord);
        long records = header.records().orElse(file.frames());
        if (records == 0) {
            throw Malformed.recording(path, "has no data records");
        }
        file.requireFrames(records);
        Grouping grouping = new Grouping(path);
        long next = 0;
        for (int s = 0; s < header.signals().size(); s++) {
            EdfSignal signal = header.signals().get(s);
            Frequency frequency = frequency(signal);
            grouping.in(
                            signal.isAnnotations() ? ANNOTATIONS : GroupNames.of(frequency),
                            frequency,
                            signal.samplesPerRecord())
                    .add(
                            signal.label(),
                            channel(signal, s),
                            new SampleColumn(file, next, OptionalInt.empty()),
                            signal.attributes());
            next += signal.samplesPerRecord();
        }
        return grouping.recording(header.recording(), records);
    }

    private long size() {
        try {
            return Files.size(path);
        } catch (IOException e) {
            throw Malformed.unreadable(path, e);
        }
    }

    private Frequency frequency(EdfSignal signal) {
        BigDecimal seconds = header.recordSeconds();
        BigDecimal scaled = seconds.movePointRight(Math.max(0, seconds.scale()));
        BigDecimal samples = new BigDecimal(signal.samplesPerRecord()).movePointRight(Math.max(0, seconds.scale()));
        try {
            return new Frequency(samples.longValueExact(), scaled.longValueExact());
        } catch (BanipException e) {
            return near(samples.doubleValue() / scaled.doubleValue());
        }
    }

    /** The nearest frequency, for a duration whose exact fraction is out of range. */
    private Frequency near(double hertz) {
        try {
            return Frequency.parse(Double.toString(hertz));
        } catch (BanipException e) {
            throw Malformed.description(path, e);
        }
    }

    private Channel channel(EdfSignal signal, int number) {
        String label = Labels.of(signal.label(), "signal " + number);
        if (signal.isAnnotations()) {
            return Channel.ofGain(label, UcumUnits.NONE, coding.bits(), coding.lowest(), coding.highest(), 1, 0);
        }
        int digitalMin = digital(signal, "digital minimum", signal.digitalMin());
        int digitalMax = digital(signal, "digital maximum", signal.digitalMax());
        double physicalMin = physical(signal, "physical minimum", signal.physicalMin());
        double physicalMax = physical(signal, "physical maximum", signal.physicalMax());
        try {
            Channel declared = new Channel(
                    label,
                    UcumUnits.codeOf(signal.dimension()),
                    coding.bits(),
                    digitalMin,
                    digitalMax,
                    physicalMin,
                    physicalMax);
            return declared.sampleBytes() * 8 >= coding.bits() ? declared : widened(declared);
        } catch (BanipException e) {
            throw Malformed.description(path, e);
        }
    }

    /** Files do hold samples outside the range they declare: these must travel too, so the range becomes the format's. */
    private Channel widened(Channel declared) {
        return new Channel(
                declared.label(),
                declared.unit(),
                declared.bits(),
                coding.lowest(),
                coding.highest(),
                declared.toPhysical(coding.lowest()),
                declared.toPhysical(coding.highest()));
    }

    private int digital(EdfSignal signal, String what, String text) {
        try {
            int value = Integer.parseInt(text);
            if (value >= coding.lowest() && value <= coding.highest()) {
                return value;
            }
        } catch (NumberFormatException e) {
            // The error below names the value.
        }
        throw Malformed.recording(
                path,
                what + " of signal " + signal.label() + " is " + Malformed.quote(text) + ", allowed are "
                        + coding.lowest() + " to " + coding.highest());
    }

    private double physical(EdfSignal signal, String what, String text) {
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException e) {
            throw Malformed.recording(
                    path, what + " of signal " + signal.label() + " is " + Malformed.quote(text) + ", not a number", e);
        }
    }
}
