package org.banip.core.ban;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.banip.core.testing.Refusals.assertRefused;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.banip.core.error.ErrorCode;
import org.banip.core.testing.Bans;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BanDescriptionTest {
    private static final String TEN = "0123456789";

    @ParameterizedTest
    @ValueSource(strings = {"a", "BAN-17_x.y", TEN + TEN + TEN + TEN + TEN + TEN + "0123"})
    void idIsAPseudonym(String id) {
        assertThat(new BanDescription(id, groups(1)).id()).isEqualTo(id);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "a b", "ä", "a/b", "a\n", TEN + TEN + TEN + TEN + TEN + TEN + "01234"})
    void invalidIdsAreRefused(String id) {
        assertRefused(ErrorCode.INVALID_DESCRIPTION, () -> new BanDescription(id, groups(1)))
                .hasMessageContaining("must be 1 to 64 of");
    }

    @Test
    void hasOneToSixtyFourGroups() {
        assertThat(new BanDescription("b", groups(64)).groups()).hasSize(64);
        assertRefused(ErrorCode.INVALID_DESCRIPTION, () -> new BanDescription("b", groups(0)))
                .hasMessage("BAN b: 0 groups, allowed are 1 to 64");
        assertRefused(ErrorCode.INVALID_DESCRIPTION, () -> new BanDescription("b", groups(65)));
    }

    @Test
    void groupsHaveDifferentNames() {
        SensorGroup group = groups(1).get(0);

        assertRefused(ErrorCode.INVALID_DESCRIPTION, () -> new BanDescription("b", List.of(group, group)))
                .hasMessage("BAN b: two groups are named g0");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "ECG", "a b", "ä", TEN + TEN + TEN + "012"})
    void groupNamesAreShortAndPlain(String name) {
        assertRefused(ErrorCode.INVALID_DESCRIPTION, () -> group(name, Duration.ofSeconds(1), 1))
                .hasMessageContaining("must be 1 to 32 of a-z 0-9 . _ -");
    }

    @Test
    void latencyBoundIsWholeMillisecondsUpToADay() {
        assertThat(group("g", Duration.ofMillis(1), 1).latencyBound()).hasMillis(1);
        assertThat(group("g", Duration.ofDays(1), 1).latencyBound()).hasDays(1);
        for (Duration wrong : List.of(
                Duration.ZERO,
                Duration.ofMillis(-1),
                Duration.ofNanos(999_999),
                Duration.ofNanos(1_500_000),
                Duration.ofDays(1).plusMillis(1),
                Duration.ofSeconds(Long.MAX_VALUE),
                Duration.ofSeconds(Long.MIN_VALUE))) {
            assertRefused(ErrorCode.INVALID_DESCRIPTION, () -> group("g", wrong, 1))
                    .hasMessageContaining(wrong.toString());
        }
    }

    @Test
    void groupHasOneToFiveHundredAndTwelveChannels() {
        assertThat(group("g", Duration.ofSeconds(1), 512).setBytes()).isEqualTo(2048);
        assertRefused(ErrorCode.INVALID_DESCRIPTION, () -> group("g", Duration.ofSeconds(1), 0));
        assertRefused(ErrorCode.INVALID_DESCRIPTION, () -> group("g", Duration.ofSeconds(1), 513))
                .hasMessage("group g: 513 channels, allowed are 1 to 512");
    }

    @Test
    void listsAreCopiedAndCannotBeChanged() {
        List<SensorGroup> mine = new ArrayList<>(groups(2));
        BanDescription ban = new BanDescription("b", mine);
        mine.clear();

        assertThat(ban.groups()).hasSize(2);
        assertThatThrownBy(() -> ban.groups().clear()).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> ban.groups().get(0).channels().clear())
                .isInstanceOf(UnsupportedOperationException.class);
    }

    private static List<SensorGroup> groups(int count) {
        List<SensorGroup> groups = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            groups.add(SensorGroup.live("g" + i, Frequency.ofHz(1), List.of(Bans.lead("x"))));
        }
        return groups;
    }

    private static SensorGroup group(String name, Duration latencyBound, int channels) {
        return new SensorGroup(
                name,
                Frequency.ofHz(1),
                ServiceClass.LIVE,
                latencyBound,
                Collections.nCopies(channels, Bans.ofBytes(4)));
    }

    @Test
    void defaultLatencyBoundIsOneSecondOrTenPeriodsOfSlowGroups() {
        assertThat(live(Frequency.ofHz(360))).hasSeconds(1);
        assertThat(live(Frequency.ofHz(1))).hasSeconds(1);
        assertThat(live(Frequency.parse("1/2"))).hasSeconds(20);
        assertThat(live(Frequency.parse("1/60"))).hasMinutes(10);
        assertThat(live(Frequency.parse("1/90000"))).hasDays(1);
    }

    private static Duration live(Frequency frequency) {
        return SensorGroup.live("g", frequency, List.of(Bans.lead("x"))).latencyBound();
    }
}
