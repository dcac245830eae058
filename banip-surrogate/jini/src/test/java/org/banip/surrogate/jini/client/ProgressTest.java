package org.banip.surrogate.jini.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.UUID;
import org.banip.core.ban.SampleLayout;
import org.banip.core.packet.Gap;
import org.banip.core.packet.PacketHeader;
import org.banip.surrogate.api.SensorData;
import org.banip.surrogate.api.StartPoint;
import org.banip.surrogate.api.SurrogateDescription;
import org.banip.surrogate.wire.TestMbu;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a live subscriber is told of the time in which it had no subscription. */
class ProgressTest {
    private static final SurrogateDescription SURROGATE =
            new SurrogateDescription(UUID.randomUUID(), TestMbu.BAN, "standard", 1);

    private final Recording listener = new Recording();
    private final Progress progress = new Progress(listener);

    @BeforeEach
    void subscribe() {
        progress.begin(SURROGATE, StartPoint.now(), List.of(5L, 3L));
        progress.appeared(SURROGATE);
    }

    private List<String> heard() {
        assertThat(listener.heard()).startsWith("appeared");
        return listener.heard().subList(1, listener.heard().size());
    }

    private void subscribeAgain() {
        progress.begin(SURROGATE, StartPoint.now(), List.of());
    }

    private void packet(int group, long sequence) {
        SampleLayout layout = new SampleLayout(TestMbu.BAN.groups().get(group));
        PacketHeader header =
                new PacketHeader(group, sequence, TestMbu.ORIGIN, sequence * TestMbu.UNITS, TestMbu.UNITS, true);
        byte[] sets = new byte[TestMbu.UNITS * layout.setBytes()];
        progress.delivered(new SensorData(SURROGATE, header, layout, sets, 0));
    }

    private void gap(long from, long to) {
        long count = to - from;
        progress.gap(
                SURROGATE,
                new Gap(
                        0,
                        from,
                        count,
                        TestMbu.ORIGIN,
                        from * TestMbu.UNITS,
                        count * TestMbu.UNITS,
                        Gap.Reason.SPOOL_FULL));
    }

    @Test
    void lossBeforeAGapIsTold() {
        packet(0, 10);
        subscribeAgain();
        gap(51, 61);
        packet(0, 61);
        assertThat(heard()).containsExactly("0/10", "missed 40 packets, 160 units", "gap 0/51-60", "0/61");
    }

    @Test
    void lossOfAGroupThatWasNotHeardBeforeTheBreakIsTold() {
        packet(0, 5);
        subscribeAgain();
        packet(1, 7); // 3 to 6 came after the first subscription
        packet(0, 6);
        assertThat(heard()).containsExactly("0/5", "missed 4 packets, 16 units", "1/7", "0/6");
    }

    @Test
    void lossIsToldEvenIfNothingWasHeardBeforeTheBreak() {
        subscribeAgain();
        packet(0, 8);
        assertThat(heard()).containsExactly("missed 3 packets, 12 units", "0/8");
    }

    @Test
    void whatCameBeforeAHostGrantedTheFirstSubscriptionIsNoLoss() {
        Progress refused = new Progress(listener);
        refused.begin(SURROGATE, StartPoint.now(), List.of(5L, 3L));
        assertThat(refused.hasBegun()).isFalse();
        refused.begin(SURROGATE, StartPoint.now(), List.of(8L, 3L));
        refused.appeared(SURROGATE);
        refused.begin(SURROGATE, StartPoint.now(), List.of());
        refused.gap(SURROGATE, new Gap(0, 9, 1, TestMbu.ORIGIN, 36, 4, Gap.Reason.SPOOL_FULL));
        assertThat(listener.heard()).endsWith("missed 1 packets, 4 units", "gap 0/9-9");
    }

    @Test
    void firstSubscriptionHasNoLoss() {
        packet(0, 8);
        packet(1, 9);
        assertThat(heard()).containsExactly("0/8", "1/9");
    }

    @Test
    void whatTheHostToldAsMissedIsNotToldAgainAfterABreak() {
        packet(0, 10);
        progress.missed(SURROGATE, 5, 20); // 11 to 15
        subscribeAgain();
        packet(0, 18); // 16 and 17 came during the break
        assertThat(heard()).containsExactly("0/10", "missed 5 packets, 20 units", "missed 2 packets, 8 units", "0/18");
    }

    @Test
    void whatTheHostToldBeforeTheBreakDoesNotHideALaterLoss() {
        packet(0, 10);
        progress.missed(SURROGATE, 5, 20);
        packet(0, 16);
        subscribeAgain();
        packet(0, 19);
        assertThat(heard())
                .containsExactly("0/10", "missed 5 packets, 20 units", "0/16", "missed 2 packets, 8 units", "0/19");
    }
}
