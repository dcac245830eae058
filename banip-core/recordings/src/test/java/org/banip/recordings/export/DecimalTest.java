package org.banip.recordings.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.banip.core.ban.Channel;
import org.junit.jupiter.api.Test;

class DecimalTest {
    @Test
    void physicalValuesLeadBackToTheDigitalOnes() {
        long seed = new Random().nextLong();
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        for (int round = 0; round < 2000; round++) {
            double gain =
                    Math.pow(10, random.nextInt(16) - 5) * (1 + random.nextDouble()) * (random.nextBoolean() ? 1 : -1);
            Channel channel = Channel.ofGain("x", "mV", 24, -8388608, 8388607, gain, random.nextInt(1000));
            int digital = (random.nextInt() >> 8) >> random.nextInt(24);
            StringBuilder text = new StringBuilder();
            new Decimal(channel).append(text, channel.toPhysical(digital));
            double back = Double.parseDouble(text.toString()) * channel.gain() + channel.baseline();
            assertThat(back).as(text + " of gain " + gain).isCloseTo(digital, within(0.02));
        }
    }
}
