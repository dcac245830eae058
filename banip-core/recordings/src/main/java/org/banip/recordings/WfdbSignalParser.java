package org.banip.recordings;

import java.nio.file.Path;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.banip.core.error.BanipException;

/** Reads one signal specification line of a WFDB header (header(5)). */
final class WfdbSignalParser {
    /** What the name of a file must not have. */
    private static final Pattern NO_NAME = Pattern.compile("[/\\\\:\\x00]");

    private static final int MOST_SAMPLES_PER_FRAME = 1_000_000;
    private static final int DESCRIPTION = 8;
    private static final Pattern FORMAT =
            Pattern.compile("(\\d{1,9})(?:x(\\d{1,9}))?(?::(\\d{1,9}))?(?:\\+(\\d{1,18}))?");
    private static final Pattern GAIN = Pattern.compile("([^(/]+)(?:\\(([^)]*)\\))?(?:/(.+))?");
    /** "If the gain is zero or missing, the signal amplitude is uncalibrated; in such cases, a value of 200 may be assumed." */
    private static final double DEFAULT_GAIN = 200;

    private static final int DEFAULT_RESOLUTION = 12;
    private static final String DEFAULT_UNITS = "mV";

    private final Path file;
    private final String record;
    private final int number;

    /** A parser of signal line {@code number}, counted from 0, of this record. */
    WfdbSignalParser(Path file, String record, int number) {
        this.file = file;
        this.record = record;
        this.number = number;
    }

    /**
     * Parses the line.
     *
     * @throws BanipException {@code MALFORMED_RECORDING}
     */
    WfdbSignal parse(String line) {
        String[] fields = line.split("[ \t]+", DESCRIPTION + 1);
        Matcher format = FORMAT.matcher(field(fields, 1, ""));
        if (!format.matches()) {
            throw malformed(
                    "format " + Malformed.quote(field(fields, 1, "")) + " must be like 16, 212x4, 212:3 or 16+24");
        }
        Matcher gain = GAIN.matcher(field(fields, 2, "0"));
        if (!gain.matches()) {
            throw malformed("gain " + Malformed.quote(fields[2]) + " must be like 200, 200/mV or 200(1024)/mV");
        }
        double steps = gain(gain.group(1));
        int resolution = integer(field(fields, 3, "0"), "ADC resolution", 0, 32);
        int zero = integer(field(fields, 4, "0"), "ADC zero", Integer.MIN_VALUE, Integer.MAX_VALUE);
        return new WfdbSignal(
                fileName(fields[0]),
                format.group(1),
                coding(format.group(1)),
                samplesPerFrame(format.group(2)),
                format.group(3) == null ? 0 : Long.parseLong(format.group(3)),
                format.group(4) == null ? 0 : Long.parseLong(format.group(4)),
                steps,
                baseline(gain.group(2), zero),
                gain.group(3) == null ? DEFAULT_UNITS : gain.group(3),
                resolution == 0 ? DEFAULT_RESOLUTION : resolution,
                zero,
                optional(fields, 5, "initial value", Integer.MIN_VALUE, Integer.MAX_VALUE),
                checksum(fields),
                field(fields, 7, "0"),
                field(fields, DESCRIPTION, "record " + record + ", signal " + number));
    }

    private static String field(String[] fields, int index, String absent) {
        return index < fields.length ? fields[index] : absent;
    }

    /** Only names without a directory: a header must not make the MBU send other files of its host. */
    private String fileName(String field) {
        if (field.equals("~")
                || field.equals("-")
                || field.equals("..")
                || NO_NAME.matcher(field).find()) {
            throw malformed("signal file " + Malformed.quote(field) + " must be a file in the header's directory");
        }
        return field;
    }

    private SampleCoding coding(String format) {
        return SampleCoding.ofWfdbFormat(format)
                .orElseThrow(
                        () -> malformed("format " + format + " is not supported, allowed are 16, 24, 32, 80 and 212"));
    }

    private int samplesPerFrame(String field) {
        return field == null ? 1 : integer(field, "samples per frame", 1, MOST_SAMPLES_PER_FRAME);
    }

    private double gain(String field) {
        try {
            double gain = Double.parseDouble(field);
            if (Double.isFinite(gain)) {
                return gain == 0 ? DEFAULT_GAIN : gain;
            }
        } catch (NumberFormatException e) {
            // The error below names the value.
        }
        throw malformed("gain " + Malformed.quote(field) + " is not a number");
    }

    /** "If absent, the baseline is assumed to be equal to the ADC zero." */
    private int baseline(String field, int zero) {
        return field == null ? zero : integer(field, "baseline", Integer.MIN_VALUE, Integer.MAX_VALUE);
    }

    /** The sum of all samples modulo 2¹⁶, which some tools write signed and some unsigned. */
    private OptionalInt checksum(String[] fields) {
        OptionalInt written = optional(fields, 6, "checksum", Short.MIN_VALUE, 0xffff);
        return written.isPresent() ? OptionalInt.of((short) written.getAsInt()) : written;
    }

    private OptionalInt optional(String[] fields, int index, String what, int min, int max) {
        return index < fields.length ? OptionalInt.of(integer(fields[index], what, min, max)) : OptionalInt.empty();
    }

    private int integer(String field, String what, int min, int max) {
        try {
            long value = Long.parseLong(field);
            if (value >= min && value <= max) {
                return (int) value;
            }
        } catch (NumberFormatException e) {
            // The error below names the value.
        }
        throw malformed(what + " " + Malformed.quote(field) + " must be a whole number from " + min + " to " + max);
    }

    private BanipException malformed(String what) {
        return Malformed.recording(file, "signal " + number + ": " + what);
    }
}
