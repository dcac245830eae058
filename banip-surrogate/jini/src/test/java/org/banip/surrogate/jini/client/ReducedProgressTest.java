package org.banip.surrogate.jini.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SampleLayout;
import org.banip.core.error.ErrorCode;
import org.banip.core.packet.PacketHeader;
import org.banip.surrogate.api.SensorData;
import org.banip.surrogate.api.StartPoint;
import org.banip.surrogate.api.SurrogateDescription;
import org.banip.surrogate.api.reduction.ReducedBan;
import org.banip.surrogate.api.reduction.ReducingListener;
import org.banip.surrogate.api.reduction.Reduction;
import org.banip.surrogate.jini.remote.RefusedException;
import org.banip.surrogate.wire.TestMbu;
import org.junit.jupiter.api.Test;

/** What a live subscriber to a reduced feed is told of the time in which it had no subscription: the BAN's packets and units. */
class ReducedProgressTest {
    private static final SurrogateDescription SURROGATE =
            new SurrogateDescription(UUID.randomUUID(), TestMbu.BAN, "standard", 1);
    /** Three packets are a bucket; each is delivered three buckets after its end. */
    private static final Reduction SLOWER = new Reduction(List.of("ecg/V5"), Optional.of(Frequency.ofHz(30)), false);

    private static final Reduction SECOND_GROUP = new Reduction(List.of("temperature/skin"), Optional.empty(), false);

    private final Recording listener = new Recording();

    /** A subscription from now on. */
    private static ReducingListener subscribe(Progress progress, Reduction wanted, List<Long> positions) {
        progress.begin(SURROGATE, StartPoint.now(), positions);
        ReducingListener host = new ReducingListener(ReducedBan.of(TestMbu.BAN, wanted), progress);
        host.appeared(SURROGATE);
        return host;
    }

    private static void packets(ReducingListener host, int group, long from, long to) {
        SampleLayout layout = new SampleLayout(TestMbu.BAN.groups().get(group));
        for (long sequence = from; sequence < to; sequence++) {
            PacketHeader header =
                    new PacketHeader(group, sequence, TestMbu.ORIGIN, sequence * TestMbu.UNITS, TestMbu.UNITS, true);
            byte[] sets = new byte[TestMbu.UNITS * layout.setBytes()];
            host.delivered(new SensorData(SURROGATE, header, layout, sets, 0));
        }
    }

    private List<String> missed() {
        return listener.heard().stream()
                .filter(line -> line.startsWith("missed"))
                .toList();
    }

    @Test
    void lossOfTheOnlyWantedGroupIsCountedFromItsOwnPosition() throws Exception {
        Progress progress = new Progress(listener, FeedNumbers.of(TestMbu.BAN, SECOND_GROUP));
        packets(subscribe(progress, SECOND_GROUP, List.of(500L, 3L)), 1, 5, 6);
        assertThat(missed()).isEmpty();
        packets(subscribe(progress, SECOND_GROUP, List.of()), 1, 10, 11); // 6 to 9 came during the break
        assertThat(missed()).containsExactly("missed 4 packets, 16 units");
    }

    @Test
    void lossIsToldEvenIfNothingWasHeardBeforeTheBreak() throws Exception {
        Progress progress = new Progress(listener, FeedNumbers.of(TestMbu.BAN, SECOND_GROUP));
        subscribe(progress, SECOND_GROUP, List.of(500L, 3L));
        packets(subscribe(progress, SECOND_GROUP, List.of()), 1, 10, 11);
        assertThat(missed()).containsExactly("missed 7 packets, 28 units");
    }

    @Test
    void lossAtALowerRateIsThePacketsThatNobodyTookAndTheUnitsOfBucketsThatNeverCome() throws Exception {
        Progress progress = new Progress(listener, FeedNumbers.of(TestMbu.BAN, SLOWER));
        packets(subscribe(progress, SLOWER, List.of(0L, 0L)), 0, 0, 30); // buckets 0 to 5 come, 6 to 9 wait
        packets(subscribe(progress, SLOWER, List.of()), 0, 60, 90); // the first is bucket 20
        assertThat(missed()).containsExactly("missed 32 packets, " + 14 * 12 + " units");
        long heard = listener.heard().size();
        packets(subscribe(progress, SLOWER, List.of()), 0, 88, 120); // bucket 25 came last, the next is 29
        assertThat(missed()).hasSize(2).endsWith("missed 0 packets, " + 3 * 12 + " units");
        assertThat(listener.heard()).hasSizeGreaterThan((int) heard + 1);
    }

    @Test
    void whatTheHostToldAsMissedIsNotToldAgain() throws Exception {
        Progress progress = new Progress(listener, FeedNumbers.of(TestMbu.BAN, SECOND_GROUP));
        ReducingListener host = subscribe(progress, SECOND_GROUP, List.of(0L, 0L));
        packets(host, 1, 0, 5);
        host.missed(SURROGATE, 5, 20);
        packets(
                subscribe(progress, SECOND_GROUP, List.of()),
                1,
                12,
                13); // 5 to 9 were told, 10 and 11 came in the break
        assertThat(missed()).containsExactly("missed 5 packets, 20 units", "missed 2 packets, 8 units");
    }

    @Test
    void reductionThatDoesNotFitIsRefused() {
        Reduction wrong = new Reduction(List.of("V6"), Optional.empty(), false);
        assertThatExceptionOfType(RefusedException.class)
                .isThrownBy(() -> FeedNumbers.of(TestMbu.BAN, wrong))
                .satisfies(refused -> assertThat(refused.code()).isEqualTo(ErrorCode.MALFORMED_REQUEST));
    }
}
