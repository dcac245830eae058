package org.banip.mbu.send;

import org.banip.core.ban.Channel;
import org.banip.core.ban.SampleLayout;
import org.banip.core.ban.SensorGroup;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.text.Counted;
import org.banip.core.transcoding.spi.Block;

/** The sensor sets of an offer, checked and laid out in a block that is used again. Guarded by its user. */
final class OfferedSets {
    private final SensorGroup description;
    private final SampleLayout layout;
    private final Block block = new Block(64);

    OfferedSets(SensorGroup description) {
        this.description = description;
        layout = new SampleLayout(description);
    }

    /** The sensor sets of the last offer. */
    Block block() {
        return block;
    }

    /**
     * Takes the samples of an offer.
     *
     * @param outOfRange whether samples may be outside the digital range
     * @throws BanipException {@code INVALID_SAMPLE}
     */
    void fill(int[] samples, boolean outOfRange) {
        int channels = layout.channels();
        if (samples.length == 0 || samples.length % channels != 0) {
            throw new BanipException(
                    ErrorCode.INVALID_SAMPLE,
                    Counted.of(samples.length, "sample") + " for group " + description.name()
                            + ", must be whole sensor sets of " + channels);
        }
        int units = samples.length / channels;
        block.clear();
        block.ensureCapacity(units * layout.setBytes());
        for (int i = 0; i < samples.length; i++) {
            if (!outOfRange) {
                requireInRange(description.channels().get(i % channels), samples[i]);
            }
            layout.write(block.bytes(), i / channels * layout.setBytes(), i % channels, samples[i]);
        }
        block.length(units * layout.setBytes());
        block.describe(0, 0, units);
    }

    private void requireInRange(Channel channel, int sample) {
        if (sample < channel.digitalMin() || sample > channel.digitalMax()) {
            throw new BanipException(
                    ErrorCode.INVALID_SAMPLE,
                    "sample " + sample + " of channel " + channel.label() + ", group " + description.name()
                            + ", is outside the digital range " + channel.digitalMin() + " to " + channel.digitalMax());
        }
    }
}
