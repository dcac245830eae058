package org.banip.transcoders.rice;

import org.banip.core.ban.SensorGroup;
import org.banip.core.packet.Packet;
import org.banip.core.transcoding.spi.Block;
import org.banip.core.transcoding.spi.Decoder;
import org.banip.core.transcoding.spi.Tally;
import org.banip.core.transcoding.spi.TranscoderStatistics;
import org.banip.transcoders.sample.Columns;
import org.banip.transcoders.sample.Undecodable;

/** Decodes each block alone. */
final class RiceDecoder implements Decoder {
    private final Columns columns;
    private final ChannelHead head = new ChannelHead();
    private final BitReader bits = new BitReader();
    private final Tally tally = new Tally();
    private final Block out = new Block(1024);
    private int[] column = new int[256];

    RiceDecoder(SensorGroup group) {
        columns = new Columns(group);
    }

    @Override
    public Block decode(Block block) {
        long plain = (long) block.unitCount() * columns.setBytes();
        if (plain < 1 || plain > Packet.MAX_DECODED || block.length() > plain) {
            throw Undecodable.because(
                    "rice",
                    block.length() + " bytes for " + block.unitCount() + " sensor sets of " + columns.setBytes()
                            + " bytes, at least 1, at most " + Packet.MAX_DECODED + " bytes");
        }
        out.describeAs(block);
        out.length(0);
        if (block.length() == plain) {
            out.append(block.bytes(), 0, block.length());
        } else {
            decodeColumns(block, (int) plain);
        }
        tally.in(block);
        tally.out(out);
        return out;
    }

    private void decodeColumns(Block block, int plain) {
        int units = block.unitCount();
        if (column.length < units) {
            column = new int[Math.max(units, 2 * column.length)];
        }
        out.ensureCapacity(plain);
        out.length(plain);
        bits.begin(block);
        head.beginPacket();
        for (int c = 0; c < columns.channels(); c++) {
            decodeColumn(units, columns.bits(c));
            columns.write(column, 0, 1, out.bytes(), 0, units, c);
        }
        bits.checkEnd();
    }

    private void decodeColumn(int units, int sampleBits) {
        head.read(bits, sampleBits, units == 1);
        readResiduals(units, sampleBits - head.shift);
        column[0] = head.firstSample;
        FixedPredictor.sum(column, units, head.order);
        int spare = 32 - sampleBits;
        for (int i = 0; i < units; i++) {
            column[i] = column[i] << (head.shift + spare) >> spare;
        }
    }

    private void readResiduals(int units, int width) {
        if (head.parameter == ChannelHead.SILENT) {
            for (int i = 1; i < units; i++) {
                column[i] = 0;
            }
            return;
        }
        long level = Level.start(head.parameter);
        for (int i = 1; i < units; i++) {
            int parameter = Level.parameter(level);
            long residual = bits.readOnes(Level.ESCAPE);
            if (residual < Level.ESCAPE) {
                residual = residual << parameter | bits.read(parameter);
                if (residual >>> width != 0) {
                    throw Undecodable.because("rice", "residual " + residual + " exceeds " + width + " bits");
                }
            } else {
                residual = bits.read(width);
            }
            level = Level.after(level, residual);
            column[i] = ZigZag.back((int) residual);
        }
    }

    @Override
    public TranscoderStatistics statistics() {
        return tally.statistics();
    }
}
