package org.banip.core.ban;

import static org.assertj.core.api.Assertions.assertThat;
import static org.banip.core.testing.Refusals.assertRefused;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.banip.core.error.ErrorCode;
import org.banip.core.testing.Bans;
import org.junit.jupiter.api.Test;

class LateGroupsTest {
    private static SensorGroup group(String name, String hertz, ServiceClass of, String lead) {
        return new SensorGroup(name, Frequency.parse(hertz), of, Duration.ofSeconds(1), List.of(Bans.lead(lead)));
    }

    private static SensorGroup live(String name) {
        return group(name, "250", ServiceClass.LIVE, "x");
    }

    private static SensorGroup bulk(String name) {
        return group(name, "250", ServiceClass.BULK, "x");
    }

    private static void assertInvalid(String why, SensorGroup... groups) {
        assertRefused(ErrorCode.INVALID_DESCRIPTION, () -> new BanDescription("b", List.of(groups)))
                .hasMessageContaining(why);
    }

    @Test
    void liveGroupNamesABulkGroupOfTheSameSignal() {
        BanDescription ban =
                new BanDescription("b", List.of(bulk("late"), live("ecg").lateAs("late"), live("other")));
        assertThat(ban.lateGroupOf(1)).hasValue(0);
        assertThat(ban.lateGroupOf(0)).isEmpty();
        assertThat(ban.lateGroupOf(2)).isEmpty();
    }

    @Test
    void eachGroupKnowsTheOtherOne() {
        List<SensorGroup> groups = List.of(
                live("a").lateAs("late-a"),
                bulk("late-b"),
                live("c"),
                bulk("late-a"),
                live("b").lateAs("late-b"));
        LateGroups late = LateGroups.among(groups);
        assertThat(IntStream.range(0, 5).map(late::lateOf)).containsExactly(3, -1, -1, -1, 1);
        assertThat(IntStream.range(0, 5).map(late::filledBy)).containsExactly(-1, 4, -1, 0, -1);
    }

    @Test
    void groupsThatDifferAreRefused() {
        SensorGroup ecg = live("ecg").lateAs("late");
        assertInvalid("the BAN lacks that group", ecg);
        assertInvalid("must be bulk", ecg, live("late"));
        assertInvalid("must be live", bulk("ecg").lateAs("late"), bulk("late"));
        assertInvalid(
                "must be live", group("ecg", "250", ServiceClass.ALARM, "x").lateAs("late"), bulk("late"));
        assertInvalid("frequency and channels", ecg, group("late", "125", ServiceClass.BULK, "x"));
        assertInvalid("frequency and channels", ecg, group("late", "250", ServiceClass.BULK, "y"));
    }

    @Test
    void groupOfWhatIsLateHasNoOtherTask() {
        SensorGroup ecg = live("ecg").lateAs("late");
        assertInvalid(
                "late or thinned as the same", ecg, bulk("late"), live("other").lateAs("late"));
        Thinning how = new Thinning("late", Thinning.Kind.SAMPLES, 0);
        assertInvalid(
                "late or thinned as the same",
                ecg,
                bulk("late"),
                group("motion", "500", ServiceClass.BULK, "x").thinned(how));
        Thinning slower = new Thinning("slow", Thinning.Kind.SAMPLES, 0);
        assertInvalid(
                "late or thinned itself",
                ecg,
                bulk("late").thinned(slower),
                group("slow", "25", ServiceClass.BULK, "x"));
    }
}
