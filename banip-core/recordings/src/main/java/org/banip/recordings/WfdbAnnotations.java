package org.banip.recordings;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Reads annotation files of the MIT format (annot(5) of the WFDB Applications Guide), for example {@code 100.atr}.
 *
 * <p>The file is a list of 16-bit words: a code in the upper 6 bits, and the frames since the previous annotation in the lower 10 bits. Five codes
 * are no annotations: they move the time on, or tell more about the annotation before them.
 */
public final class WfdbAnnotations {
    private static final long MOST_BYTES = 1L << 26;
    private static final int TIME_BITS = 10;
    /** The largest code of an annotation. */
    static final int LAST_CODE = 49;

    private static final int SKIP = 59;
    private static final int NUMBER = 60;
    private static final int SUBTYPE = 61;
    private static final int CHANNEL = 62;
    private static final int TEXT = 63;

    private final Path file;
    private final byte[] bytes;
    private final List<WfdbAnnotation> annotations = new ArrayList<>();

    private int at;
    private long sample;
    private int channel;
    private int number;

    private WfdbAnnotations(Path file, byte[] bytes) {
        this.file = file;
        this.bytes = bytes;
    }

    /**
     * Reads a whole file of at most 64 MiB.
     *
     * @return the annotations in the file's order; cannot be changed
     * @throws org.banip.core.error.BanipException {@code MALFORMED_RECORDING} if the file cannot be read, is too long, is cut off, or has a code
     *     that the format does not know
     */
    public static List<WfdbAnnotation> read(Path file) {
        try {
            long size = Files.size(file);
            if (size > MOST_BYTES) {
                throw Malformed.recording(
                        file, "has " + size + " bytes, allowed are " + MOST_BYTES + " for annotations");
            }
            return new WfdbAnnotations(file, Files.readAllBytes(file)).all();
        } catch (IOException e) {
            throw Malformed.unreadable(file, e);
        }
    }

    private List<WfdbAnnotation> all() {
        int word = word();
        while (word != 0) {
            take(word >> TIME_BITS, word & (1 << TIME_BITS) - 1);
            word = word();
        }
        return Collections.unmodifiableList(annotations);
    }

    private void take(int code, int value) {
        switch (code) {
            case SKIP:
                sample += (long) (short) word() << 16 | word(); // the upper half comes first
                return;
            case NUMBER:
                number = (byte) value;
                replaceLast(last().withNumber(number));
                return;
            case SUBTYPE:
                replaceLast(last().withSubtype((byte) value));
                return;
            case CHANNEL:
                channel = value & 0xff;
                replaceLast(last().withChannel(channel));
                return;
            case TEXT:
                replaceLast(last().withText(text(value)));
                return;
            default:
                annotation(code, value);
        }
    }

    private void annotation(int code, int value) {
        sample += value;
        if (code > LAST_CODE || sample < 0) {
            throw malformed("has annotation code " + code + " at frame " + sample + ", allowed are codes 0 to "
                    + LAST_CODE + " at frames from 0 on");
        }
        annotations.add(new WfdbAnnotation(sample, code, 0, channel, number, ""));
    }

    private WfdbAnnotation last() {
        if (annotations.isEmpty()) {
            throw malformed("tells more about an annotation before the first one");
        }
        return annotations.get(annotations.size() - 1);
    }

    private void replaceLast(WfdbAnnotation annotation) {
        annotations.set(annotations.size() - 1, annotation);
    }

    private String text(int length) {
        int padded = length + (length & 1);
        if (bytes.length - at < padded) {
            throw malformed("ends within a text of " + length + " bytes");
        }
        int end = at;
        while (end < at + length && bytes[end] != 0) {
            end++;
        }
        String text = new String(bytes, at, end - at, StandardCharsets.UTF_8);
        at += padded;
        return text;
    }

    private int word() {
        if (bytes.length - at < 2) {
            throw malformed("ends without the two zero bytes that end annotations");
        }
        int word = bytes[at] & 0xff | (bytes[at + 1] & 0xff) << 8;
        at += 2;
        return word;
    }

    private RuntimeException malformed(String what) {
        return Malformed.recording(file, what + ", byte " + at);
    }
}
