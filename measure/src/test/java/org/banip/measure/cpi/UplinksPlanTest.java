package org.banip.measure.cpi;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.banip.app.source.BanSignal;
import org.banip.emulator.profile.DirectionSettings;
import org.banip.emulator.profile.LinkProfile;
import org.banip.emulator.profile.LinkSettings;
import org.junit.jupiter.api.Test;

class UplinksPlanTest {
    private static final DirectionSettings WAY = DirectionSettings.builder().build();
    private final UplinksPlan plan = new UplinksPlan(
            LinkProfile.of(new LinkSettings("tested", 1500, "reno", WAY, WAY)),
            List.of("duplex", "http3"),
            BanSignal.generated(15),
            1);

    @Test
    void anUplinkThatCanBePlainHasARunWithoutTls() {
        assertThat(plan.processorTime(1000, Duration.ofSeconds(1)))
                .extracting(PlannedRun::name)
                .containsExactly("duplex", "duplex-tls", "http3-tls");
    }

    @Test
    void oneKindOfRunHasNothingOfTheOther() {
        List<PlannedRun> processor = plan.processorTime(1000, Duration.ofSeconds(1));
        List<PlannedRun> address = plan.addressChange(1000, 2, Duration.ofSeconds(1));
        List<PlannedRun> processorAgain = plan.processorTime(1000, Duration.ofSeconds(1));
        assertThat(address).allSatisfy(run -> {
            assertThat(run.settings().processorTime()).isFalse();
            assertThat(run.settings().addressChanges()).isEqualTo(2);
        });
        assertThat(processorAgain).isEqualTo(processor);
    }
}
