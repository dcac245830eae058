package org.banip.transcoders.events;

import java.util.Arrays;
import org.banip.core.ban.SampleLayout;
import org.banip.core.ban.SensorGroup;
import org.banip.core.transcoding.spi.Block;
import org.banip.core.transcoding.spi.BlockSink;
import org.banip.core.transcoding.spi.Encoder;
import org.banip.core.transcoding.spi.Tally;
import org.banip.core.transcoding.spi.TranscoderStatistics;

/** The encoder half. Stores the units as they are where that is shorter. */
final class EventsEncoder implements Encoder {
    /** Bytes of the longest number of 64 bits. */
    private static final int MOST_BYTES = 10;

    private final SampleLayout layout;
    private final int[] before;
    private final Block output = new Block(256);
    private final Tally tally = new Tally();

    EventsEncoder(SensorGroup group) {
        layout = new SampleLayout(group);
        before = new int[layout.channels()];
    }

    @Override
    public void encode(Block block, BlockSink next) {
        tally.in(block);
        output.clear();
        output.describeAs(block);
        code(block);
        if (output.length() > block.length()) {
            output.length(0);
            put(Events.STORED);
            output.append(block.bytes(), 0, block.length());
        }
        tally.out(output);
        next.accept(output);
    }

    private void code(Block block) {
        int power = power(block);
        long scale = Events.powerOfTen(power);
        put(power);
        long last = block.originNanos();
        Arrays.fill(before, 0);
        for (int at = 0; at < block.length(); at += layout.setBytes()) {
            long instant = layout.instantNanos(block.bytes(), at, 0, 0);
            putSigned((instant - last) / scale);
            last = instant;
            for (int channel = 0; channel < before.length; channel++) {
                int sample = layout.read(block.bytes(), at, channel);
                putSigned((long) sample - before[channel]);
                before[channel] = sample;
            }
            if (layout.textBytes() > 0) {
                int length = layout.textLength(block.bytes(), at);
                putNumber(length);
                output.append(block.bytes(), at + layout.textOffset(), length);
            }
        }
    }

    /** The largest power of ten, in nanoseconds, that divides all differences of instants. */
    private int power(Block block) {
        int power = Events.MAX_POWER;
        long last = block.originNanos();
        for (int at = 0; at < block.length(); at += layout.setBytes()) {
            long instant = layout.instantNanos(block.bytes(), at, 0, 0);
            while ((instant - last) % Events.powerOfTen(power) != 0) {
                power--;
            }
            last = instant;
        }
        return power;
    }

    private void putSigned(long number) {
        putNumber(number << 1 ^ number >> 63);
    }

    private void putNumber(long number) {
        long rest = number;
        while ((rest & ~0x7fL) != 0) {
            put((int) rest & 0x7f | 0x80);
            rest >>>= 7;
        }
        put((int) rest);
    }

    private void put(int value) {
        output.ensureCapacity(output.length() + MOST_BYTES);
        output.bytes()[output.length()] = (byte) value;
        output.length(output.length() + 1);
    }

    @Override
    public TranscoderStatistics statistics() {
        return tally.statistics();
    }
}
