package org.banip.transcoders.predict.high;

import org.banip.core.ban.SampleLayout;

/** Predicts and codes some channels of a group, which help to predict each other. */
final class SectionModel {
    /** Maximum number of channels in a section. It bounds the work for each sample. */
    static final int MOST = 32;

    private final SampleLayout layout;
    private final int from;
    private final JointPredictors joint;
    private final Calibration byWidth = Decisions.calibrationByWidth();
    private final HighChannelModel[] channels;

    /** The channels {@code from} to {@code to} − 1. */
    SectionModel(SampleLayout layout, int from, int to) {
        this.layout = layout;
        this.from = from;
        int count = to - from;
        joint = new JointPredictors(count);
        channels = new HighChannelModel[count];
        for (int i = 0; i < count; i++) {
            channels[i] = new HighChannelModel(joint, i, layout.width(from + i), byWidth);
        }
    }

    /** A channel, by its number in the group. */
    HighChannelModel channel(int channel) {
        return channels[channel - from];
    }

    void reset() {
        joint.reset();
        byWidth.reset();
        for (HighChannelModel channel : channels) {
            channel.reset();
        }
    }

    /** Codes the section's part of a sensor set. When reading, writes it. */
    void code(BitCoder coder, byte[] sets, int at, long unit, boolean reading) {
        for (int i = 0; i < channels.length; i++) {
            int coded = channels[i].code(coder, reading ? 0 : layout.read(sets, at, from + i), unit);
            if (reading) {
                layout.write(sets, at, from + i, coded);
            }
        }
        joint.learn();
    }
}
