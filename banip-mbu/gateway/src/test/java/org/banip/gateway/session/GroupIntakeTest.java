package org.banip.gateway.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.banip.core.ban.Channel;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SensorGroup;
import org.banip.core.packet.Gap;
import org.banip.core.packet.Packet;
import org.banip.core.packet.Sequenced;
import org.banip.mbu.MobileBaseUnit;
import org.banip.mbu.settings.FullPolicy;
import org.banip.mbu.settings.SpoolSettings;
import org.banip.mbu.testhost.Fault;
import org.banip.mbu.testhost.TestHost;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** When samples without a time are sampled, as a host sees it. */
class GroupIntakeTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final long SECOND = 1_000_000_000L;
    private static final long NOON = 1_795_705_200L * SECOND;
    private static final SensorGroup GROUP =
            SensorGroup.live("air", Frequency.ofHz(10), List.of(new Channel("air", "1", 8, 0, 100, 0, 100)));

    private static final SensorGroup SCALE =
            SensorGroup.live("weight", new Frequency(1, 60), List.of(new Channel("weight", "kg", 8, 0, 100, 0, 100)));

    private final List<Long> positions = new ArrayList<>();
    private TestHost host;
    private MobileBaseUnit mbu;
    private GroupIntake intake;

    @BeforeEach
    void start() throws Exception {
        host = TestHost.start();
        mbu = MobileBaseUnit.builder()
                .broker(host.base())
                .ban("ban-1")
                .input(GROUP)
                .fullPolicy("air", FullPolicy.REFUSE)
                .input(SCALE)
                .fullPolicy("weight", FullPolicy.REFUSE)
                .startTimeout(PATIENCE)
                .start();
        intake = intake("air");
    }

    private GroupIntake intake(String group) {
        return new GroupIntake(
                mbu.input(group),
                false,
                position -> {
                    positions.add(position);
                    return CompletableFuture.completedFuture(null);
                },
                new PacketRelease(() -> {}, PacketRelease.PAUSE_NANOS, (nanos, task) -> {}, System::nanoTime),
                new RecentMessages(),
                0,
                System::nanoTime);
    }

    @AfterEach
    void end() throws Exception {
        mbu.close();
        host.close();
    }

    /** A message of one second without a time. */
    private Taking take(long arrivedNanos) {
        return take("1\n2\n3\n4\n5\n6\n7\n8\n9\n10", Delivery.once(arrivedNanos));
    }

    private Taking take(String message, Delivery delivery) {
        return intake.take(new DeviceMessage(message.getBytes(StandardCharsets.UTF_8), delivery));
    }

    /** Runs of sensor sets and gaps as the host has them: {@code origin:first+count}, {@code origin:-first+count}; origins in tenths of a second after noon. */
    private List<String> runs(long units) throws InterruptedException {
        return runs(0, units);
    }

    private List<String> runs(int group, long units) throws InterruptedException {
        await("stored").atMost(PATIENCE).until(() -> mbu.isDeliveredWithin(Duration.ofSeconds(1)));
        assertThat(mbu.status().groups().get(group).unitsProduced()).isEqualTo(units);
        List<String> runs = new ArrayList<>();
        long next = -1;
        long count = 0;
        for (Sequenced item : host.session().stored(group)) {
            if (item instanceof Packet packet) {
                boolean follows =
                        packet.header().firstUnit() == next && packet.header().firstUnit() > 0 && !runs.isEmpty();
                count = packet.header().unitCount() + (follows ? count : 0);
                String run = place(
                                packet.header().originNanos(),
                                packet.header().firstUnit() + packet.header().unitCount() - count)
                        + "+" + count;
                if (follows) {
                    runs.set(runs.size() - 1, run);
                } else {
                    runs.add(run);
                }
                next = packet.header().firstUnit() + packet.header().unitCount();
            } else if (item instanceof Gap gap) {
                runs.add(place(gap.originNanos(), -gap.firstUnit()) + "+" + gap.unitCount());
                next = -1;
            }
        }
        return runs;
    }

    private static String place(long originNanos, long first) {
        return (originNanos - NOON) / (SECOND / 10) + ":" + first;
    }

    @Test
    void messagesThatArriveNotFarFromWhenTheyAreDueFollowEachOther() throws Exception {
        take(NOON + SECOND);
        take(NOON + 2 * SECOND + 19 * SECOND / 10);
        take(NOON + 3 * SECOND);
        take(NOON + 4 * SECOND - SECOND / 2);
        assertThat(runs(40)).containsExactly("1:0+40");
        assertThat(positions).containsExactly(10L, 20L, 30L, 40L);
    }

    @Test
    void afterAPauseTheArrivalCounts() throws Exception {
        take(NOON + SECOND);
        take(NOON + 61 * SECOND);
        assertThat(runs(20)).containsExactly("1:0+10", "1:-10+590", "1:600+10");
    }

    @Test
    void aPauseIsDeclaredAlthoughTheArrivalIsOffTheGrid() throws Exception {
        take(NOON + SECOND);
        take(NOON + 61 * SECOND + SECOND / 25);
        assertThat(runs(20)).containsExactly("1:0+10", "1:-10+590", "1:600+10");
    }

    @Test
    void seldomMeasurementsHaveTheInstantsOfTheirArrival() throws Exception {
        intake = intake("weight");
        for (long second : new long[] {2, 5, 6, 65, 180, 1000}) {
            take("80", Delivery.once(NOON + second * SECOND));
        }
        assertThat(runs(1, 6)).containsExactly("20:0+1", "50:0+1", "60:0+2", "1800:0+1", "10000:0+1");
    }

    @Test
    void seldomMeasurementsWithTimesMayComeInQuickSuccession() throws Exception {
        intake = intake("weight");
        for (String second : new String[] {"0", "1.2", "4", "64", "114", "123.5", "124"}) {
            assertThat(take(timed(second, "80"), Delivery.once(NOON)))
                    .as(second)
                    .isInstanceOf(Taking.Taken.class);
        }
        assertThat(runs(1, 7))
                .containsExactly("0:0+1", "12:0+1", "40:0+3", "1235:0+1", "1240:0+1"); // 114 s is near 124 s
        assertThat(take(timed("1.2", "80"), Delivery.once(NOON))).isInstanceOf(Taking.Taken.class);
        assertThat(positions).last().isEqualTo(2L);
    }

    @Test
    void aMessageThatComesTooEarlyForItsGroupIsToldFromWhenOn() {
        intake = intake("weight");
        take(timed("0", "80"), Delivery.once(NOON));
        assertThat(take(timed("1.2", "80\n81"), Delivery.once(NOON)))
                .isInstanceOfSatisfying(
                        Taking.Refused.class,
                        why -> assertThat(why.message())
                                .isEqualTo(
                                        "the first sample is 1.2 s after the last one of group weight; this group (1/60 Hz) takes"
                                                + " the next one from 15 s on"));
        assertThat(take(timed("0", "81"), Delivery.once(NOON)))
                .isInstanceOfSatisfying(
                        Taking.Refused.class,
                        why -> assertThat(why.message())
                                .startsWith("the samples are not later than the last ones of group weight"));
    }

    private static String timed(String seconds, String values) {
        return new BigDecimal(seconds).add(BigDecimal.valueOf(NOON / SECOND)) + "," + values;
    }

    @Test
    void aMeasurementThatComesBeforeTheInstantOfTheLastOneIsPutBehindIt() throws Exception {
        intake = intake("weight");
        take("80", Delivery.once(NOON));
        take("81", Delivery.once(NOON + 59 * SECOND)); // due at 60 s
        take("82", Delivery.once(NOON + 59 * SECOND + SECOND / 2));
        assertThat(runs(1, 3)).containsExactly("0:0+2", "600:0+1");
    }

    @Test
    void aMessageWithoutTimeIsKnownByTheTimeThatTheGatewayGaveIt() {
        Taking.Taken first = (Taking.Taken) take("1\n2", Delivery.once(NOON));
        long at = first.repeatAtNanos().orElseThrow();
        assertThat(at).isEqualTo(NOON - SECOND / 10);
        String time = Instant.ofEpochSecond(0, at).toString();
        assertThat(take(time + ",1\n2", Delivery.once(NOON + SECOND)))
                .isInstanceOfSatisfying(
                        Taking.Taken.class,
                        taken -> assertThat(taken.repeatAtNanos()).isEmpty());
        assertThat(positions).containsExactly(2L, 2L);
    }

    @Test
    void aTimeGoesBeforeTheArrival() throws Exception {
        take((NOON / SECOND + 5) + ",1\n2", Delivery.once(NOON + 100 * SECOND));
        take((NOON / SECOND + 5) + ".2,3\n4", Delivery.once(NOON + 100 * SECOND));
        assertThat(runs(4)).containsExactly("50:0+4");
    }

    @Test
    void aRepetitionIsTakenOnceAndAnOldMessageIsRefused() throws Exception {
        String message = (NOON / SECOND) + ",1\n2";
        take(message, Delivery.once(NOON));
        take((NOON / SECOND) + ".2,3", Delivery.once(NOON));
        assertThat(take(message, Delivery.once(NOON))).isInstanceOf(Taking.Taken.class);
        assertThat(positions).containsExactly(2L, 3L, 2L);
        assertThat(take((NOON / SECOND) + ".1,7", Delivery.once(NOON)))
                .isInstanceOfSatisfying(
                        Taking.Refused.class, why -> assertThat(why.reason()).isEqualTo(Taking.Reason.CONFLICT));
        assertThat(mbu.status().groups().get(0).unitsProduced()).isEqualTo(3);
    }

    @Test
    void aNameOfAMessageIsItsOwnOnlyIfTheSenderSaysThatItRepeatsIt() {
        Delivery first = new Delivery(NOON, Optional.of("d#7"), false);
        Delivery again = new Delivery(NOON + SECOND, Optional.of("d#7"), true);
        take("1", first);
        take("1", again);
        assertThat(positions).containsExactly(1L, 1L);
        take("1", new Delivery(NOON + SECOND, Optional.of("d#7"), false));
        take("2", again);
        assertThat(positions).containsExactly(1L, 1L, 2L, 3L);
    }

    @Test
    void otherValuesOfTheSameTimeAreNoRepetitionThoughAWeakHashIsTheSame() {
        take((NOON / SECOND) + ",1\n0", Delivery.once(NOON));
        assertThat(take((NOON / SECOND) + ",0\n31", Delivery.once(NOON)))
                .isInstanceOfSatisfying(
                        Taking.Refused.class, why -> assertThat(why.reason()).isEqualTo(Taking.Reason.CONFLICT));
        assertThat(positions).containsExactly(2L);
    }

    @Test
    void aNameIsForgottenWhenItDidNotComeForAnHour() {
        long hour = RecentMessages.NAME_NANOS;
        take("1", named(NOON, false));
        take("1", named(NOON + hour, true));
        take("1", named(NOON + 2 * hour, true));
        assertThat(positions).as("each within an hour").containsExactly(1L, 1L, 1L);
        take("1", named(NOON + 3 * hour + 1, true));
        assertThat(positions).containsExactly(1L, 1L, 1L, 2L);
    }

    @Test
    void aTimeIsNotForgotten() {
        String message = (NOON / SECOND) + ",1";
        take(message, Delivery.once(NOON));
        take(message, Delivery.once(NOON + 2 * RecentMessages.NAME_NANOS));
        assertThat(positions).containsExactly(1L, 1L);
    }

    private static Delivery named(long arrivedNanos, boolean again) {
        return new Delivery(arrivedNanos, Optional.of("d#7"), again);
    }

    /** The grid of the refused message has begun, and the next one is compared with what was taken before. */
    @Test
    void anotherValueOfTheSameTimeIsRefusedAlsoAfterAMessageThatFoundNoRoom() throws Exception {
        mbu.close();
        host.fail(TestHost.Kind.DATA, Fault.stall());
        mbu = MobileBaseUnit.builder()
                .broker(host.base())
                .ban("ban-1")
                .input(SCALE)
                .fullPolicy("weight", FullPolicy.REFUSE)
                .chain("packetizer(units=1,hold=0)")
                .spool(new SpoolSettings(16, 65_536, 8192))
                .startTimeout(PATIENCE)
                .start();
        intake = intake("weight");
        long next = -365 * 86_400L;
        for (int units = 0; units < 20; units++, next += 60) {
            assertThat(take(timed("" + next, "80"), Delivery.once(NOON))).isInstanceOf(Taking.Taken.class);
        }
        await("the spool is full")
                .atMost(PATIENCE)
                .until(() -> mbu.status().groups().get(0).spoolPackets() == 16);
        while (take(timed("" + next, "80"), Delivery.once(NOON)) instanceof Taking.Taken) {
            next += 60;
        }
        long last = next - 60;
        assertThat(take(timed("" + (last + 1), "80"), Delivery.once(NOON))).isInstanceOf(Taking.NoRoom.class);
        host.unstall();
        String same = timed("" + last, "81");
        await("room").atMost(PATIENCE).until(() -> !(take(same, Delivery.once(NOON)) instanceof Taking.NoRoom));
        assertThat(take(same, Delivery.once(NOON)))
                .isInstanceOfSatisfying(
                        Taking.Refused.class, why -> assertThat(why.reason()).isEqualTo(Taking.Reason.CONFLICT));
    }
}
