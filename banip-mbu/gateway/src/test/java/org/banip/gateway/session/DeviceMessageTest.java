package org.banip.gateway.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.banip.core.ban.Channel;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SensorGroup;
import org.banip.gateway.sample.SampleReader;
import org.banip.gateway.sample.Samples;
import org.junit.jupiter.api.Test;

class DeviceMessageTest {
    private static final SensorGroup GROUP =
            SensorGroup.live("air", Frequency.ofHz(10), List.of(new Channel("air", "1", 8, 0, 100, 0, 100)));

    @Test
    void itsTextIsReadOnce() {
        byte[] text = "1\n2\n3".getBytes(StandardCharsets.UTF_8);
        DeviceMessage message = new DeviceMessage(text, Delivery.once(0));
        SampleReader reader = new SampleReader(GROUP, false);
        Samples samples = message.samples(reader);
        Arrays.fill(text, (byte) 'x');
        assertThat(message.samples(reader)).isSameAs(samples);
        assertThat(samples.values()).containsExactly(1, 2, 3);
    }
}
