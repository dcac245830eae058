package org.banip.mbu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SensorGroup;
import org.banip.core.ban.ServiceClass;
import org.banip.core.ban.Thinning;
import org.banip.core.packet.Gap;
import org.banip.core.packet.Packet;
import org.banip.core.packet.Sequenced;
import org.banip.core.transcoding.spi.Block;
import org.banip.mbu.settings.SendPolicySettings;
import org.banip.mbu.spi.MbuEvent;
import org.banip.mbu.spi.Sensor;
import org.banip.mbu.testhost.SlowRelay;
import org.junit.jupiter.api.Test;

/** A link that carries less than half of what live and bulk sensors make, until it is better. */
class OverloadTest extends MbuFixture {
    private static final SensorGroup ALARM = TestSensor.group("alarm", 10, ServiceClass.ALARM);
    private static final SensorGroup ECG = TestSensor.group("ecg", 100, ServiceClass.LIVE);
    private static final SensorGroup MOTION = TestSensor.group("motion", 500, ServiceClass.BULK);
    private static final SendPolicySettings QUICK =
            new SendPolicySettings(0.05, Duration.ofSeconds(1), Duration.ofSeconds(1), Duration.ofMinutes(1));

    private volatile boolean over;

    @Override
    String uplink() {
        return "chunked";
    }

    /** Ends when the test is over. */
    private final class Endless implements Sensor {
        private final TestSensor inner;

        Endless(SensorGroup group) {
            inner = new TestSensor(group, Long.MAX_VALUE);
        }

        @Override
        public SensorGroup group() {
            return inner.group();
        }

        @Override
        public int read(Block into, int maxUnits) {
            return over ? -1 : inner.read(into, maxUnits);
        }

        @Override
        public void close() {
            inner.close();
        }
    }

    @Test
    void onlyBulkIsThinnedAndItsFullRateReturns() throws Exception {
        try (SlowRelay relay = new SlowRelay(host.base(), 1000);
                MobileBaseUnit mbu = builder()
                        .broker(relay.base())
                        .speed(1)
                        .input(ALARM)
                        .sensor(new Endless(ECG))
                        .sensor(new Endless(MOTION))
                        .lowerRate("motion", Frequency.ofHz(50), Thinning.Kind.SAMPLES, 0)
                        .chain("packetizer(hold=100ms)")
                        .sendPolicy(QUICK)
                        .start()) {
            awaitEvent(MbuEvent.ThinningBegan.class);
            MbuStatus status = mbu.status();
            assertThat(unsentSeconds(status, 2, MOTION)).isGreaterThan(unsentSeconds(status, 1, ECG));
            offer(mbu.input("alarm"), 0, 3);
            soon("the alarm is stored before the backlog")
                    .until(() -> mbu.status().groups().get(0).unitsAcknowledged() == 3);
            assertThat(mbu.status().groups().get(2).spoolPackets()).isPositive();
            relay.rate(1_000_000);
            awaitEvent(MbuEvent.ThinningEnded.class);
            over = true;
            assertDelivered(mbu);
            assertThat(mbu.status().groups()).filteredOn(GroupStatus::thinned).isEmpty();
        }
        assertWhole(0, ALARM, 0);
        assertWhole(1, ECG, 0);
        long thinned = assertWhole(2, MOTION, 1);
        assertThat(eventsOf(MbuEvent.ThinningEnded.class).stream()
                        .mapToLong(MbuEvent.ThinningEnded::unitsGivenUp)
                        .sum())
                .isEqualTo(thinned);
        assertThat(host.session().stored(3).stream()
                        .mapToLong(item -> item.endUnit() - item.firstUnit())
                        .sum())
                .as("every tenth unit, and one more for each beginning")
                .isBetween(
                        thinned / 10,
                        thinned / 10 + eventsOf(MbuEvent.ThinningBegan.class).size());
    }

    private static double unsentSeconds(MbuStatus status, int group, SensorGroup description) {
        GroupStatus of = status.groups().get(group);
        return (of.unitsEncoded() - of.unitsSent()) / description.frequency().hertz();
    }

    /** Everything is stored in order and is exact. At least this number of gaps is in it, all of them thinned. Returns their units. */
    private long assertWhole(int group, SensorGroup description, int leastGaps) {
        List<Sequenced> stored = host.session().stored(group);
        long next = 0;
        long thinned = 0;
        int gaps = 0;
        for (Sequenced item : stored) {
            assertThat(item.firstUnit()).isEqualTo(next);
            next = item.endUnit();
            if (item instanceof Packet packet) {
                assertThat(packet.payload()).isEqualTo(TestSensor.sets(description, item.firstUnit(), next));
            } else {
                assertThat(((Gap) item).reason()).isEqualTo(Gap.Reason.THINNED);
                thinned += next - item.firstUnit();
                gaps++;
            }
        }
        assertThat(gaps).isGreaterThanOrEqualTo(leastGaps);
        assertThat(leastGaps > 0 || gaps == 0).as("gaps only where allowed").isTrue();
        return thinned;
    }

    @Test
    void groupOfTheLowerRateHasNoInput() throws Exception {
        try (MobileBaseUnit mbu = builder()
                .input(MOTION)
                .lowerRate("motion", Frequency.ofHz(50), Thinning.Kind.WAVEFORM, 0)
                .start()) {
            assertThat(mbu.ban().groups().get(1).name()).isEqualTo("motion-reduced");
            assertThatThrownBy(() -> mbu.input("motion-reduced")).isInstanceOf(IllegalArgumentException.class);
        }
    }
}
