package org.banip.transcoders.predict;

import org.banip.core.ban.SensorGroup;
import org.banip.transcoders.sample.Columns;

/** Predicts and codes the sensor sets of a group, the same way on both sides. */
final class GroupModel {
    private final Columns columns;
    private final ChannelModel[] channels;
    private final Neighbours neighbours = new Neighbours();
    private final Frequencies frequencies = new Frequencies();
    private int[] samples = new int[256];

    GroupModel(SensorGroup group) {
        columns = new Columns(group);
        int count = columns.channels();
        Step step = new Step();
        channels = new ChannelModel[count];
        for (int c = 0; c < count; c++) {
            channels[c] = new ChannelModel(columns.bits(c), neighbours, count == 1, step);
        }
    }

    Frequencies frequencies() {
        return frequencies;
    }

    int setBytes() {
        return columns.setBytes();
    }

    void reset() {
        neighbours.reset();
        frequencies.reset();
        for (ChannelModel channel : channels) {
            channel.reset();
        }
    }

    /** Codes sensor sets; reading, it writes them where they would have been. */
    void code(ResidualCoder coder, byte[] sets, int units, boolean reading) {
        int count = channels.length;
        if (samples.length < units * count) {
            samples = new int[Math.max(units * count, 2 * samples.length)];
        }
        if (!reading) {
            for (int c = 0; c < count; c++) {
                columns.read(sets, units, c, samples, c, count);
            }
        }
        int at = 0;
        for (int unit = 0; unit < units; unit++) {
            for (int c = 0; c < count; c++) {
                samples[at] = channels[c].code(coder, samples[at]);
                at++;
            }
        }
        if (reading) {
            for (int c = 0; c < count; c++) {
                columns.write(samples, c, count, sets, units, c);
            }
        }
    }
}
