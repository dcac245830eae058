package org.banip.transcoders.sample;

import org.banip.core.ban.SampleLayout;
import org.banip.core.ban.SensorGroup;

/** Copies the samples of one channel between the sensor sets of a packet and an array of whole numbers. Immutable. */
public final class Columns {
    private final int setBytes;
    private final int[] offsets;
    private final int[] widths;

    /** The columns of this group's sensor sets. */
    public Columns(SensorGroup group) {
        SampleLayout layout = new SampleLayout(group);
        setBytes = layout.setBytes();
        offsets = new int[layout.channels()];
        widths = new int[layout.channels()];
        for (int c = 0; c < widths.length; c++) {
            offsets[c] = layout.offset(c);
            widths[c] = layout.width(c);
        }
    }

    /** Number of channels in the group. */
    public int channels() {
        return widths.length;
    }

    /** Bytes of one sensor set. */
    public int setBytes() {
        return setBytes;
    }

    /** Bits of one stored sample of this channel: 8, 16, 24 or 32. */
    public int bits(int channel) {
        return 8 * widths[channel];
    }

    /** Copies a channel's samples of units from {@code first} on to every {@code stride}-th element from {@code at} on. */
    public void read(byte[] sets, int first, int units, int channel, int[] samples, int at, int stride) {
        int from = first * setBytes + offsets[channel];
        int step = setBytes;
        int to = at;
        switch (widths[channel]) {
            case 1:
                for (int i = 0; i < units; i++, from += step, to += stride) {
                    samples[to] = sets[from];
                }
                break;
            case 2:
                for (int i = 0; i < units; i++, from += step, to += stride) {
                    samples[to] = (sets[from] & 0xff) | sets[from + 1] << 8;
                }
                break;
            case 3:
                for (int i = 0; i < units; i++, from += step, to += stride) {
                    samples[to] = (sets[from] & 0xff) | (sets[from + 1] & 0xff) << 8 | sets[from + 2] << 16;
                }
                break;
            default:
                for (int i = 0; i < units; i++, from += step, to += stride) {
                    samples[to] = (sets[from] & 0xff)
                            | (sets[from + 1] & 0xff) << 8
                            | (sets[from + 2] & 0xff) << 16
                            | sets[from + 3] << 24;
                }
        }
    }

    /** Copies every {@code stride}-th element from {@code at} on to a channel's samples of units from {@code first} on. They must fit its width. */
    public void write(int[] samples, int at, int stride, byte[] sets, int first, int units, int channel) {
        int to = first * setBytes + offsets[channel];
        int step = setBytes;
        int width = widths[channel];
        int from = at;
        if (width == 2) {
            for (int i = 0; i < units; i++, from += stride, to += step) {
                sets[to] = (byte) samples[from];
                sets[to + 1] = (byte) (samples[from] >> 8);
            }
            return;
        }
        for (int i = 0; i < units; i++, from += stride, to += step) {
            for (int b = 0; b < width; b++) {
                sets[to + b] = (byte) (samples[from] >> 8 * b);
            }
        }
    }
}
