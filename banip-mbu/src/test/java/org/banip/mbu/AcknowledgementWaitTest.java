package org.banip.mbu;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.banip.core.ban.SensorGroup;
import org.banip.mbu.settings.SpoolSettings;
import org.junit.jupiter.api.Test;

class AcknowledgementWaitTest {
    private static SensorGroup group(long boundMillis) {
        SensorGroup ecg = TestSensor.ecg();
        return new SensorGroup(
                "g" + boundMillis, ecg.frequency(), ecg.serviceClass(), Duration.ofMillis(boundMillis), ecg.channels());
    }

    @Test
    void isTheShortestBoundButNotLong() {
        assertThat(AcknowledgementWait.of(List.of(group(600_000), group(400)), SpoolSettings.DEFAULT))
                .isEqualTo(Duration.ofMillis(400));
        assertThat(AcknowledgementWait.of(List.of(group(600_000)), SpoolSettings.DEFAULT))
                .isEqualTo(Duration.ofSeconds(1));
    }

    @Test
    void smallSpoolIsNotKeptFull() {
        assertThat(AcknowledgementWait.of(List.of(group(1000)), new SpoolSettings(1023, 16 << 20, 65_536)))
                .isZero();
        assertThat(AcknowledgementWait.of(List.of(group(1000)), new SpoolSettings(4096, (1 << 20) - 1, 65_536)))
                .isZero();
    }
}
