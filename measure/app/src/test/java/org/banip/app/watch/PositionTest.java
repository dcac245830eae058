package org.banip.app.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.banip.core.ban.BanDescription;
import org.banip.core.ban.Channel;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SensorGroup;
import org.banip.surrogate.api.GroupStatistics;
import org.banip.surrogate.api.StartPoint;
import org.banip.surrogate.api.reduction.ReducedNumbers;
import org.banip.surrogate.api.reduction.Reduction;
import org.junit.jupiter.api.Test;

class PositionTest {
    private static final BanDescription BAN = new BanDescription("ban-1", List.of(group("ecg"), group("resp")));

    private static SensorGroup group(String name) {
        Channel channel = new Channel(name + "-1", "mV", 16, -32768, 32767, -10, 10);
        return SensorGroup.live(name, Frequency.ofHz(100), List.of(channel));
    }

    private static List<GroupStatistics> atHost(long ecg, long resp) {
        return List.of(statistics(ecg), statistics(resp));
    }

    private static GroupStatistics statistics(long next) {
        return new GroupStatistics("rice", next, 0, 0, next, 0, 0, 0, next, next, 0);
    }

    @Test
    void liveWatchGoesOnAfterARestartOfTheHostWhereItWas() {
        Position live = Position.of("", BAN, Reduction.NONE, atHost(100, 20));
        assertThat(live.start()).isInstanceOf(StartPoint.Live.class);
        live.took(0, 105);
        assertThat(live.start()).isInstanceOf(StartPoint.Live.class);
        assertThat(live.id()).isEqualTo("105,20");
        assertThat(Position.of(live.id(), BAN, Reduction.NONE, atHost(300, 60)).start())
                .isEqualTo(StartPoint.at(List.of(105L, 20L)));
    }

    @Test
    void beginningIsThatOfAllGroups() {
        assertThat(Position.of(LiveSource.BEGINNING, BAN, Reduction.NONE, atHost(100, 20))
                        .start())
                .isEqualTo(StartPoint.at(List.of(0L, 0L)));
    }

    @Test
    void reducedFeedHasNumbersOfItsOwn() {
        Reduction resp = new Reduction(List.of("resp-1"), Optional.of(Frequency.ofHz(10)), false);
        Position live = Position.of("", BAN, resp, atHost(100, 20));
        long next = Long.parseLong(live.id());
        assertThat(ReducedNumbers.packetAt(next)).isEqualTo(20);
        live.took(0, next - 1); // caused by packet 19
        assertThat(live.id()).isEqualTo(Long.toString(next));
    }
}
