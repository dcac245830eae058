package org.banip.transcoders.events;

import java.util.Arrays;
import org.banip.core.ban.SampleLayout;
import org.banip.core.ban.SensorGroup;
import org.banip.core.error.BanipException;
import org.banip.core.transcoding.spi.Block;
import org.banip.core.transcoding.spi.Decoder;
import org.banip.core.transcoding.spi.Tally;
import org.banip.core.transcoding.spi.TranscoderStatistics;
import org.banip.transcoders.sample.Undecodable;

/** The decoder half. */
final class EventsDecoder implements Decoder {
    /** Of the tenth byte of a number, which has its highest bit only. */
    private static final int LAST_SHIFT = Long.SIZE - 1;

    private final SampleLayout layout;
    private final long[] before;
    private final Block output = new Block(256);
    private final Tally tally = new Tally();
    private Block input = output;
    private int at;

    EventsDecoder(SensorGroup group) {
        layout = new SampleLayout(group);
        before = new long[layout.channels()];
    }

    @Override
    public Block decode(Block block) {
        tally.in(block);
        input = block;
        at = 0;
        output.clear();
        output.describeAs(block);
        int form = next();
        if (form == Events.STORED) {
            output.append(block.bytes(), 1, block.length() - 1);
        } else if (form > Events.MAX_POWER) {
            throw error(
                    "the first byte is " + form + ", allowed are 0 to " + Events.MAX_POWER + " and " + Events.STORED);
        } else {
            events(Events.powerOfTen(form));
        }
        tally.out(output);
        return output;
    }

    private void events(long scale) {
        int length = input.unitCount() * layout.setBytes();
        output.ensureCapacity(length);
        output.length(length);
        Arrays.fill(before, 0);
        long last = input.originNanos();
        for (int set = 0; set < length; set += layout.setBytes()) {
            last += signed() * scale;
            layout.writeInstant(output.bytes(), set, last);
            for (int channel = 0; channel < before.length; channel++) {
                before[channel] += signed();
                sample(set, channel);
            }
            if (layout.textBytes() > 0) {
                text(set + layout.textOffset());
            }
        }
        if (at != input.length()) {
            throw error((input.length() - at) + " bytes are left over");
        }
    }

    private void sample(int set, int channel) {
        int spare = Long.SIZE - Byte.SIZE * layout.width(channel);
        if (before[channel] << spare >> spare != before[channel]) {
            throw error("sample " + before[channel] + " does not fit " + layout.width(channel) + " bytes");
        }
        layout.write(output.bytes(), set, channel, (int) before[channel]);
    }

    private void text(int to) {
        long length = number();
        if (length < 0 || length > layout.textBytes() || length > input.length() - at) {
            throw error("a text of " + length + " bytes, allowed are " + layout.textBytes() + ", and "
                    + (input.length() - at) + " are left");
        }
        System.arraycopy(input.bytes(), at, output.bytes(), to, (int) length);
        Arrays.fill(output.bytes(), to + (int) length, to + layout.textBytes(), (byte) 0);
        at += (int) length;
    }

    private long signed() {
        long number = number();
        return number >>> 1 ^ -(number & 1);
    }

    private long number() {
        long number = 0;
        for (int shift = 0; shift < Long.SIZE; shift += 7) {
            int next = next();
            number |= (long) (next & 0x7f) << shift;
            if ((next & 0x80) == 0) {
                if (shift == LAST_SHIFT && next > 1) {
                    break;
                }
                return number;
            }
        }
        throw error("a number of more than 64 bits");
    }

    private int next() {
        if (at >= input.length()) {
            throw error("the payload of " + input.length() + " bytes ends too early");
        }
        return input.bytes()[at++] & 0xff;
    }

    private static BanipException error(String what) {
        return Undecodable.because("events", what);
    }

    @Override
    public TranscoderStatistics statistics() {
        return tally.statistics();
    }
}
