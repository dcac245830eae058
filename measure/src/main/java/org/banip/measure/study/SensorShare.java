package org.banip.measure.study;

import org.banip.core.ban.SampleLayout;
import org.banip.core.transcoding.spi.Block;
import org.banip.recordings.RecordedGroup;
import org.banip.recordings.RecordedSamples;

/**
 * The share of a group that comes from sensors. A channel whose samples are all equal has no sensor.
 *
 * @param channels number of channels of the group
 * @param significant number of channels with a sensor
 * @param staticShare share of bytes of the other channels
 */
public record SensorShare(int channels, int significant, double staticShare) {
    private static final int UNITS_AT_ONCE = 4096;

    /** Reads a whole group of a recording. */
    public static SensorShare of(RecordedGroup recorded) {
        SampleLayout layout = new SampleLayout(recorded.group());
        boolean[] moves = new boolean[layout.channels()];
        int[] first = new int[layout.channels()];
        boolean begun = false;
        Block block = new Block(UNITS_AT_ONCE * layout.setBytes());
        try (RecordedSamples samples = recorded.open()) {
            while (samples.read(block, UNITS_AT_ONCE) > 0) {
                for (int at = 0; at < block.length(); at += layout.setBytes()) {
                    look(layout, block.bytes(), at, begun, first, moves);
                    begun = true;
                }
                block.clear();
            }
        }
        return of(layout, moves);
    }

    private static void look(SampleLayout layout, byte[] bytes, int at, boolean begun, int[] first, boolean[] moves) {
        for (int channel = 0; channel < moves.length; channel++) {
            int value = layout.read(bytes, at, channel);
            if (begun) {
                moves[channel] |= value != first[channel];
            } else {
                first[channel] = value;
            }
        }
    }

    private static SensorShare of(SampleLayout layout, boolean[] moves) {
        int significant = 0;
        int bytes = 0;
        for (int channel = 0; channel < moves.length; channel++) {
            significant += moves[channel] ? 1 : 0;
            bytes += moves[channel] ? layout.width(channel) : 0;
        }
        return new SensorShare(moves.length, significant, 1 - (double) bytes / layout.setBytes());
    }

    /** The part of a reduction on channels with a sensor (thesis: significant reduction); 0 if no channel has one. */
    public double significant(double reduction) {
        return significant == 0 ? 0 : (reduction - staticShare) / (1 - staticShare);
    }
}
