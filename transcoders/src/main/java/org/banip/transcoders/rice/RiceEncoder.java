package org.banip.transcoders.rice;

import org.banip.core.ban.SensorGroup;
import org.banip.core.transcoding.spi.Block;
import org.banip.core.transcoding.spi.BlockSink;
import org.banip.core.transcoding.spi.Encoder;
import org.banip.core.transcoding.spi.Tally;
import org.banip.core.transcoding.spi.TranscoderStatistics;
import org.banip.transcoders.sample.Columns;

/** Codes each block alone, channel after channel. A block that would not become shorter is passed on unchanged. */
final class RiceEncoder implements Encoder {
    private static final int MAX_HEAD_BYTES = 32;
    private static final int MAX_SAMPLE_BYTES = 7;
    private static final int PROBE = 32;

    private final Columns columns;
    private final ChannelHead head = new ChannelHead();
    private final BitWriter bits = new BitWriter();
    private final Tally tally = new Tally();
    private final Block out = new Block(1024);
    private int[] column = new int[256];

    RiceEncoder(SensorGroup group) {
        columns = new Columns(group);
    }

    @Override
    public void encode(Block block, BlockSink next) {
        tally.in(block);
        out.describeAs(block);
        if (!code(block)) {
            out.length(0);
            out.append(block.bytes(), 0, block.length());
        }
        tally.out(out);
        next.accept(out);
    }

    /** Whether the coded form is shorter. */
    private boolean code(Block block) {
        int units = block.unitCount();
        if (column.length < units) {
            column = new int[Math.max(units, 2 * column.length)];
        }
        out.length(0);
        bits.begin(out);
        head.beginPacket();
        for (int c = 0; c < columns.channels(); c++) {
            out.length(bits.length());
            out.ensureCapacity(bits.length() + MAX_HEAD_BYTES + MAX_SAMPLE_BYTES * units);
            bits.moved(out);
            columns.read(block.bytes(), 0, units, c, column, 0, 1);
            codeColumn(units, columns.bits(c));
            if (bits.length() >= block.length()) {
                return false;
            }
        }
        int length = bits.end();
        if (length >= block.length()) {
            return false;
        }
        out.length(length);
        return true;
    }

    private void codeColumn(int units, int sampleBits) {
        head.shift = shift(units, sampleBits);
        if (head.shift > 0) {
            for (int i = 0; i < units; i++) {
                column[i] >>= head.shift;
            }
        }
        head.order = FixedPredictor.bestOrder(column, units, head.cheapOrder());
        FixedPredictor.difference(column, units, head.order);
        int width = sampleBits - head.shift;
        toUnsigned(units, 32 - width);
        head.firstSample = ZigZag.back(column[0]);
        head.parameter = parameter(units);
        head.write(bits, sampleBits, units == 1);
        if (head.parameter != ChannelHead.SILENT) {
            writeResiduals(units, width);
        }
    }

    /** The number of low bits that are zero in all samples. */
    private int shift(int units, int sampleBits) {
        int any = 0;
        for (int i = 0; i < units; i++) {
            any |= column[i];
        }
        return any == 0 ? head.cheapShift(sampleBits) : Integer.numberOfTrailingZeros(any);
    }

    /** Differences are modulo 2^width, so they need no more bits than samples. */
    private void toUnsigned(int units, int spare) {
        for (int i = 0; i < units; i++) {
            column[i] = ZigZag.of(column[i] << spare >> spare);
        }
    }

    /** The best parameter for the first residuals. */
    private int parameter(int units) {
        int any = 0;
        for (int i = 1; i < units; i++) {
            any |= column[i];
        }
        if (any == 0) {
            return ChannelHead.SILENT;
        }
        int count = Math.min(units - 1, PROBE);
        long sum = 0;
        for (int i = 1; i <= count; i++) {
            sum += column[i] & 0xffff_ffffL;
        }
        return Math.min(Level.parameter(8 * sum / count), ChannelHead.MAX_PARAMETER);
    }

    private void writeResiduals(int units, int width) {
        long level = Level.start(head.parameter);
        for (int i = 1; i < units; i++) {
            long residual = column[i] & 0xffff_ffffL;
            int parameter = Level.parameter(level);
            long ones = residual >>> parameter;
            if (ones < Level.ESCAPE) {
                int count = (int) ones + 1;
                bits.write(((1L << count) - 2) << parameter | residual & (1L << parameter) - 1, count + parameter);
            } else {
                bits.write((1L << Level.ESCAPE) - 1, Level.ESCAPE);
                bits.write(residual, width);
            }
            level = Level.after(level, residual);
        }
    }

    @Override
    public TranscoderStatistics statistics() {
        return tally.statistics();
    }
}
