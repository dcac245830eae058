package org.banip.core.ban;

import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;

/**
 * The positions of the channels' samples in a sensor set, and how to read and write them (docs/protocol.md, "Sensor sets").
 *
 * <p>Samples are signed little-endian integers of 1 to 4 bytes, channel after channel, without padding. Immutable.
 */
public final class SampleLayout {
    private final SensorGroup group;
    private final int[] offsets;
    private final int[] widths;
    private final int setBytes;

    /** The layout of this group's sensor sets. */
    public SampleLayout(SensorGroup group) {
        this.group = group;
        int count = group.channels().size();
        offsets = new int[count];
        widths = new int[count];
        int at = 0;
        for (int c = 0; c < count; c++) {
            offsets[c] = at;
            widths[c] = group.channels().get(c).sampleBytes();
            at += widths[c];
        }
        setBytes = at;
    }

    /** Number of channels in the group. */
    public int channels() {
        return widths.length;
    }

    /** Bytes of one sensor set. */
    public int setBytes() {
        return setBytes;
    }

    /** Bytes of one sample of this channel, 1 to 4. */
    public int width(int channel) {
        return widths[channel];
    }

    /** Offset of this channel's sample in a sensor set. */
    public int offset(int channel) {
        return offsets[channel];
    }

    /** Reads the sample of one channel from the sensor set that begins at {@code setAt}. */
    public int read(byte[] bytes, int setAt, int channel) {
        int at = setAt + offsets[channel];
        switch (widths[channel]) {
            case 1:
                return bytes[at];
            case 2:
                return (bytes[at] & 0xff) | bytes[at + 1] << 8;
            case 3:
                return (bytes[at] & 0xff) | (bytes[at + 1] & 0xff) << 8 | bytes[at + 2] << 16;
            default:
                return (bytes[at] & 0xff)
                        | (bytes[at + 1] & 0xff) << 8
                        | (bytes[at + 2] & 0xff) << 16
                        | bytes[at + 3] << 24;
        }
    }

    /**
     * Writes the sample of one channel into the sensor set that begins at {@code setAt}.
     *
     * @throws BanipException {@code INVALID_SAMPLE} if the value does not fit the channel's width
     */
    public void write(byte[] bytes, int setAt, int channel, int value) {
        int at = setAt + offsets[channel];
        int width = widths[channel];
        int spare = 32 - 8 * width;
        if (value << spare >> spare != value) {
            throw new BanipException(
                    ErrorCode.INVALID_SAMPLE,
                    "sample " + value + " of channel "
                            + group.channels().get(channel).label() + " in group " + group.name() + " does not fit "
                            + width + " bytes");
        }
        for (int i = 0; i < width; i++) {
            bytes[at + i] = (byte) (value >> 8 * i);
        }
    }
}
