package org.banip.recordings;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/**
 * Writes an annotation file of the MIT format (annot(5) of the WFDB Applications Guide). {@link WfdbAnnotations} reads it. One thread at a time.
 *
 * <p>Annotations must come in the order of their frames, as most tools need it.
 */
public final class WfdbAnnotationWriter {
    /** Maximum number of bytes of a text, in UTF-8; most tools read no more. */
    public static final int MAX_TEXT = 255;

    private static final int TIME_BITS = 10;
    private static final int MOST_FRAMES = (1 << TIME_BITS) - 1;
    private static final int SKIP = 59;
    private static final int NUMBER = 60;
    private static final int SUBTYPE = 61;
    private static final int CHANNEL = 62;
    private static final int TEXT = 63;

    private final OutputStream out;
    private long sample;
    private int channel;
    private int number;

    /** A file that begins with the next annotation. The caller closes the stream. */
    public WfdbAnnotationWriter(OutputStream out) {
        this.out = out;
    }

    /**
     * Writes an annotation.
     *
     * @param annotation at the frame of the last one or later; a longer text than {@link #MAX_TEXT} is cut behind a whole character
     * @throws IllegalArgumentException if it is earlier, or its code is not 1 to 49
     */
    public void write(WfdbAnnotation annotation) throws IOException {
        if (annotation.sample() < sample || annotation.code() < 1 || annotation.code() > WfdbAnnotations.LAST_CODE) {
            throw new IllegalArgumentException("annotation of code " + annotation.code() + " at frame "
                    + annotation.sample() + ", allowed are codes 1 to " + WfdbAnnotations.LAST_CODE + " from frame "
                    + sample + " on");
        }
        long frames = annotation.sample() - sample;
        while (frames > Integer.MAX_VALUE) {
            skip(Integer.MAX_VALUE);
            frames -= Integer.MAX_VALUE;
        }
        if (frames > MOST_FRAMES) {
            skip((int) frames);
            frames = 0;
        }
        sample = annotation.sample();
        word(annotation.code(), (int) frames);
        if (annotation.subtype() != 0) {
            word(SUBTYPE, annotation.subtype() & 0xff);
        }
        if (annotation.channel() != channel) {
            channel = annotation.channel();
            word(CHANNEL, channel & 0xff);
        }
        if (annotation.number() != number) {
            number = annotation.number();
            word(NUMBER, number & 0xff);
        }
        text(annotation.text());
    }

    private void text(String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        int length = Math.min(bytes.length, MAX_TEXT);
        while (length < bytes.length && (bytes[length] & 0xc0) == 0x80) {
            length--;
        }
        if (length > 0) {
            word(TEXT, length);
            out.write(bytes, 0, length);
            if (length % 2 != 0) {
                out.write(0);
            }
        }
    }

    /** The upper half comes first. */
    private void skip(int frames) throws IOException {
        word(SKIP, 0);
        word(0, frames >>> 16);
        word(0, frames & 0xffff);
    }

    private void word(int code, int value) throws IOException {
        int word = code << TIME_BITS | value;
        out.write(word);
        out.write(word >> 8);
    }

    /** Ends the file. */
    public void end() throws IOException {
        word(0, 0);
    }
}
