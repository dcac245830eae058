package org.banip.measure.cpi;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.banip.emulator.profile.DirectionSettings;
import org.banip.emulator.profile.LinkProfile;
import org.banip.emulator.profile.LinkSettings;
import org.junit.jupiter.api.Test;

class CpiSettingsTest {
    private static CpiSettings over(DirectionSettings way) {
        return CpiSettings.over(LinkProfile.of(new LinkSettings("tested", 1500, "reno", way, way)))
                .build();
    }

    @Test
    void aLinkWithoutARateHasAFiniteLoadAllTheSame() {
        DirectionSettings unlimited =
                DirectionSettings.builder().delay(Duration.ofMillis(5)).build();
        assertThat(over(unlimited).linkBytesPerSecond()).isEqualTo(1e7);
        assertThat(over(unlimited.toBuilder().bytesPerSecond(2601).build()).linkBytesPerSecond())
                .isEqualTo(2601);
    }
}
