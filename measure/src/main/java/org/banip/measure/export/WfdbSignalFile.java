package org.banip.measure.export;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.banip.core.ban.SampleLayout;
import org.banip.core.packet.Gap;
import org.banip.core.transcoding.spi.Block;
import org.banip.measure.delivery.StoredGroup;

/**
 * Writes the samples of one span as a WFDB signal file of format 16, 24 or 32 (signal(5)), each sensor set's channels one after
 * another. What is missing gets the format's code for invalid samples: its lowest number.
 */
final class WfdbSignalFile implements StoredGroup.Sink, AutoCloseable {
    private final Span span;
    private final SampleLayout layout;
    private final int width;
    private final OutputStream out;
    private final short[] checksums;
    private final int[] initialValues;
    private long next;
    private long missing;
    private boolean empty = true;

    /** The file for units from {@code firstUnit} of the span's grid on. */
    WfdbSignalFile(Span span, long firstUnit, Path file) throws IOException {
        this.span = span;
        next = firstUnit;
        layout = new SampleLayout(span.stored().group());
        width = width(layout);
        out = new BufferedOutputStream(Files.newOutputStream(file), 1 << 16);
        checksums = new short[layout.channels()];
        initialValues = new int[layout.channels()];
    }

    /** Bytes of a sample: one file has one format. */
    private static int width(SampleLayout layout) {
        int widest = 2;
        for (int c = 0; c < layout.channels(); c++) {
            widest = Math.max(widest, layout.width(c));
        }
        return widest;
    }

    /** The format's number. */
    int format() {
        return 8 * width;
    }

    /** Writes the span and fills up to {@code endUnit}. */
    void write(long endUnit) {
        span.stored().read(this);
        fill(endUnit);
    }

    @Override
    public void units(Block sets) {
        if (!isOfSpan(sets.originNanos(), sets.firstUnit())) {
            return;
        }
        fill(sets.firstUnit());
        for (int i = 0; i < sets.unitCount(); i++) {
            for (int c = 0; c < layout.channels(); c++) {
                put(c, layout.read(sets.bytes(), i * layout.setBytes(), c));
            }
            empty = false;
        }
        next += sets.unitCount();
    }

    @Override
    public void gap(Gap gap) {
        if (isOfSpan(gap.originNanos(), gap.firstUnit())) {
            fill(gap.endUnit());
        }
    }

    private boolean isOfSpan(long originNanos, long unit) {
        return originNanos == span.originNanos() && unit >= span.firstUnit() && unit < span.endUnit();
    }

    private void fill(long endUnit) {
        for (; next < endUnit; next++) {
            for (int c = 0; c < layout.channels(); c++) {
                put(c, -1 << format() - 1);
            }
            empty = false;
            missing++;
        }
    }

    private void put(int channel, int sample) {
        if (empty) {
            initialValues[channel] = sample;
        }
        checksums[channel] += (short) sample;
        try {
            for (int i = 0; i < width; i++) {
                out.write(sample >> 8 * i);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The 16-bit sum of all samples of a channel. */
    short checksum(int channel) {
        return checksums[channel];
    }

    /** The first sample of a channel. */
    int initialValue(int channel) {
        return initialValues[channel];
    }

    /** How many sensor sets were filled in. */
    long missing() {
        return missing;
    }

    @Override
    public void close() throws IOException {
        out.close();
    }
}
