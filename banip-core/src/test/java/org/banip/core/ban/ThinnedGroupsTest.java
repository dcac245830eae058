package org.banip.core.ban;

import static org.assertj.core.api.Assertions.assertThat;
import static org.banip.core.testing.Refusals.assertRefused;

import java.time.Duration;
import java.util.List;
import org.banip.core.error.ErrorCode;
import org.banip.core.testing.Bans;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ThinnedGroupsTest {
    private static final Thinning HOW = new Thinning("slow", Thinning.Kind.WAVEFORM, 1);

    private static SensorGroup group(String name, String hertz, ServiceClass of, String lead) {
        return new SensorGroup(name, Frequency.parse(hertz), of, Duration.ofSeconds(1), List.of(Bans.lead(lead)));
    }

    private static SensorGroup live(String name, String hertz) {
        return group(name, hertz, ServiceClass.LIVE, "x");
    }

    private static void assertInvalid(String why, SensorGroup... groups) {
        assertRefused(ErrorCode.INVALID_DESCRIPTION, () -> new BanDescription("b", List.of(groups)))
                .hasMessageContaining(why);
    }

    @ParameterizedTest
    @ValueSource(strings = {"125", "10", "2.5", "125/3"})
    void lowerRateDividesTheFullOne(String hertz) {
        SensorGroup fast = live("fast", "250").thinned(HOW);
        assertThat(new BanDescription("b", List.of(live("slow", hertz), fast)).groups())
                .hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"250", "500", "100", "249", "2.4"})
    void otherRatesAreRefused(String hertz) {
        assertInvalid("must be a whole multiple", live("fast", "250").thinned(HOW), live("slow", hertz));
    }

    @Test
    void reducedGroupIsOfTheSameBanClassAndChannels() {
        SensorGroup fast = live("fast", "250").thinned(HOW);
        assertInvalid("the BAN lacks that group", fast);
        assertInvalid("service class and channels", fast, group("slow", "25", ServiceClass.BULK, "x"));
        assertInvalid("service class and channels", fast, group("slow", "25", ServiceClass.LIVE, "y"));
        assertInvalid(
                "so is another group",
                fast,
                live("slow", "25"),
                live("other", "250").thinned(HOW));
        assertInvalid(
                "that group is thinned itself",
                fast,
                live("slow", "25").thinned(new Thinning("slowest", Thinning.Kind.SAMPLES, 0)),
                live("slowest", "5"));
        assertInvalid("that group is thinned itself", live("slow", "25").thinned(HOW));
    }

    @Test
    void alarmsAreNeverThinned() {
        assertInvalid(
                "alarms are never thinned",
                group("fast", "250", ServiceClass.ALARM, "x").thinned(HOW),
                group("slow", "25", ServiceClass.ALARM, "x"));
    }
}
