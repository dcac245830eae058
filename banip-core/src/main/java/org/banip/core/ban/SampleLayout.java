package org.banip.core.ban;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;

/**
 * The positions of the channels' samples in a sensor set, and how to read and write them (docs/protocol.md, "Sensor sets").
 *
 * <p>This is where sampled groups and groups of events differ: an event begins with its instant, and ends with its text. Who reads units asks here
 * for their instants, and need not know which kind of group it is.
 *
 * <p>Samples are signed little-endian integers of 1 to 4 bytes, channel after channel, without padding. Immutable.
 */
public final class SampleLayout {
    private final SensorGroup group;
    private final int[] offsets;
    private final int[] widths;
    private final int setBytes;
    private final boolean ownInstants;
    private final int textAt;
    private final int textBytes;

    /** The layout of this group's sensor sets. */
    public SampleLayout(SensorGroup group) {
        this.group = group;
        int count = group.channels().size();
        offsets = new int[count];
        widths = new int[count];
        textBytes = group.events().map(EventUnits::textBytes).orElse(0);
        ownInstants = group.events().isPresent();
        int at = ownInstants ? Long.BYTES : 0;
        for (int c = 0; c < count; c++) {
            offsets[c] = at;
            widths[c] = group.channels().get(c).sampleBytes();
            at += widths[c];
        }
        textAt = at;
        setBytes = at + textBytes;
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

    /**
     * The instant of the unit that begins at {@code setAt}, in nanoseconds since the epoch: its own one if it is an event, otherwise that of the
     * sampling grid.
     *
     * @param originNanos instant of unit 0 of the grid
     * @param unit the unit's number on the grid
     */
    public long instantNanos(byte[] bytes, int setAt, long originNanos, long unit) {
        return ownInstants
                ? ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getLong(setAt)
                : group.frequency().instantNanos(originNanos, unit);
    }

    /** Writes the instant of the event that begins at {@code setAt}. Not for sampled groups. */
    public void writeInstant(byte[] bytes, int setAt, long instantNanos) {
        ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putLong(setAt, instantNanos);
    }

    /** The text of the event that begins at {@code setAt}; empty if it has none. Bytes that are no UTF-8 read as U+FFFD. */
    public String text(byte[] bytes, int setAt) {
        return new String(bytes, setAt + textAt, textLength(bytes, setAt), StandardCharsets.UTF_8);
    }

    /** Bytes of the text of the event that begins at {@code setAt}, without the zeros that fill it up. */
    public int textLength(byte[] bytes, int setAt) {
        int length = textBytes;
        while (length > 0 && bytes[setAt + textAt + length - 1] == 0) {
            length--;
        }
        return length;
    }

    /** Maximum number of bytes of a text. */
    public int textBytes() {
        return textBytes;
    }

    /** Offset of the text in an event. */
    public int textOffset() {
        return textAt;
    }

    /**
     * Writes the text of the event that begins at {@code setAt}.
     *
     * @throws BanipException {@code INVALID_SAMPLE} if it is too long, or has U+0000 or half a character
     */
    public void writeText(byte[] bytes, int setAt, String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        boolean whole = text.indexOf(0) < 0 && text.equals(new String(utf8, StandardCharsets.UTF_8));
        if (utf8.length > textBytes || !whole) {
            throw new BanipException(
                    ErrorCode.INVALID_SAMPLE,
                    "text of " + utf8.length + " bytes in group " + group.name() + ", allowed are " + textBytes
                            + " bytes of whole characters without U+0000");
        }
        Arrays.fill(bytes, setAt + textAt, setAt + textAt + textBytes, (byte) 0);
        System.arraycopy(utf8, 0, bytes, setAt + textAt, utf8.length);
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
