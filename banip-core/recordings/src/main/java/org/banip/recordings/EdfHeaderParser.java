package org.banip.recordings;

import java.io.EOFException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import org.banip.core.error.BanipException;

/**
 * Reads the header of an EDF file (Kemp et al. 1992, Kemp and Olivan 2003) or of a BDF file, BioSemi's variant: fields of fixed
 * width, first those of the recording, then field by field those of all signals.
 */
final class EdfHeaderParser {
    private static final int FIXED_BYTES = 256;
    private static final int SIGNAL_BYTES = 256;
    private static final int MOST_SIGNALS = 9999;
    private static final int MOST_SAMPLES_PER_RECORD = 99_999_999;
    private static final Pattern SECONDS = Pattern.compile("\\d{1,8}(\\.\\d{0,7})?|\\.\\d{1,7}");

    private final Path file;
    private final byte[] bytes;
    private int at;

    private EdfHeaderParser(Path file, byte[] bytes) {
        this.file = file;
        this.bytes = bytes;
    }

    /**
     * Reads the header of this file.
     *
     * @throws BanipException {@code MALFORMED_RECORDING}
     */
    static EdfHeader read(Path file) {
        try (RandomAccessFile input = new RandomAccessFile(file.toFile(), "r")) {
            byte[] fixed = new byte[FIXED_BYTES];
            input.readFully(fixed);
            int signals = new EdfHeaderParser(file, fixed).signalCount();
            byte[] all = new byte[FIXED_BYTES + signals * SIGNAL_BYTES];
            input.seek(0);
            input.readFully(all);
            return new EdfHeaderParser(file, all).parse(signals);
        } catch (EOFException e) {
            throw Malformed.recording(file, "ends inside its header: it was cut off or is not an EDF file", e);
        } catch (IOException e) {
            throw Malformed.unreadable(file, e);
        }
    }

    private int signalCount() {
        version();
        at = FIXED_BYTES - 4;
        return (int) number("number of signals", 4, 1, MOST_SIGNALS);
    }

    private String version() {
        String version = text(8);
        if (version.equals("0")) {
            return EdfHeader.EDF;
        }
        if (version.equals("\u00ffBIOSEMI")) {
            return EdfHeader.BDF;
        }
        throw Malformed.recording(
                file,
                "begins with " + Malformed.quote(version)
                        + ", an EDF file with '0', a BDF file with byte 255 and BIOSEMI");
    }

    private EdfHeader parse(int signalCount) {
        String format = version();
        Map<String, String> attributes = new LinkedHashMap<>();
        attributes.put("patient identification", text(80));
        attributes.put("recording identification", text(80));
        String date = text(8);
        String time = text(8);
        attributes.put("start date", date);
        attributes.put("start time", time);
        number("header bytes", 8, bytes.length, bytes.length);
        String reserved = text(44);
        attributes.put("reserved", reserved);
        if (reserved.startsWith("EDF+D") || reserved.startsWith("BDF+D")) {
            throw Malformed.recording(
                    file,
                    "is discontinuous (" + reserved.substring(0, 5) + "), which is not supported: allowed are "
                            + "EDF, EDF+C, BDF and BDF+C");
        }
        long records = number("number of data records", 8, -1, 99_999_999);
        BigDecimal seconds = recordSeconds();
        attributes.put("record seconds", seconds.toPlainString());
        text(4);
        return new EdfHeader(
                new RecordingHeader(FileNames.stem(file), format, EdfStart.of(date, time), attributes),
                bytes.length,
                records == -1 ? OptionalLong.empty() : OptionalLong.of(records),
                seconds,
                signals(signalCount));
    }

    private BigDecimal recordSeconds() {
        String text = text(8);
        if (SECONDS.matcher(text).matches()) {
            BigDecimal seconds = new BigDecimal(text);
            if (seconds.signum() > 0) {
                return seconds;
            }
        }
        throw Malformed.recording(
                file, "duration of a data record is " + Malformed.quote(text) + ", allowed are seconds above 0");
    }

    private List<EdfSignal> signals(int count) {
        String[] labels = column(count, 16);
        String[] transducers = column(count, 80);
        String[] dimensions = column(count, 8);
        String[] physicalMins = column(count, 8);
        String[] physicalMaxs = column(count, 8);
        String[] digitalMins = column(count, 8);
        String[] digitalMaxs = column(count, 8);
        String[] prefilterings = column(count, 80);
        int[] samples = new int[count];
        for (int i = 0; i < count; i++) {
            samples[i] = (int) number("samples per data record of signal " + i, 8, 1, MOST_SAMPLES_PER_RECORD);
        }
        String[] reserved = column(count, 32);
        List<EdfSignal> signals = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            signals.add(new EdfSignal(
                    labels[i],
                    transducers[i],
                    dimensions[i],
                    physicalMins[i],
                    physicalMaxs[i],
                    digitalMins[i],
                    digitalMaxs[i],
                    prefilterings[i],
                    samples[i],
                    reserved[i]));
        }
        return signals;
    }

    private String[] column(int count, int width) {
        String[] column = new String[count];
        for (int i = 0; i < count; i++) {
            column[i] = text(width);
        }
        return column;
    }

    private String text(int width) {
        String text = new String(bytes, at, width, StandardCharsets.ISO_8859_1).trim();
        at += width;
        return text;
    }

    private long number(String what, int width, long min, long max) {
        String text = text(width);
        try {
            long value = Long.parseLong(text);
            if (value >= min && value <= max) {
                return value;
            }
        } catch (NumberFormatException e) {
            // The error below names the value.
        }
        throw Malformed.recording(
                file,
                what + " is " + Malformed.quote(text) + ", allowed "
                        + (min == max ? "is " + min : "are " + min + " to " + max));
    }
}
