package org.banip.mbu.send;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.banip.core.ban.SensorGroup;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.transcoding.spi.Block;
import org.banip.mbu.TestSensor;
import org.banip.mbu.interconnect.LinkMeter;
import org.banip.mbu.sampling.SamplingSchedule;
import org.banip.mbu.settings.FullPolicy;
import org.banip.mbu.spi.Sensor;
import org.banip.mbu.spool.MemorySpool;
import org.banip.mbu.spool.Scheduler;
import org.banip.mbu.spool.SpoolLog;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(60)
class SensingStageTest {
    private static final long MILLI = 1_000_000L;

    private final SendFixture fixture = new SendFixture(8192);
    private final VirtualClock clock = fixture.clock;
    private final List<String> reads = new ArrayList<>();

    /** A sensor that records when how many units were read. Reading may take time. */
    private final class Noted implements Sensor {
        private final Sensor inner;
        private final long slowFromUnit;
        private long read;

        Noted(Sensor inner, long slowFromUnit) {
            this.inner = inner;
            this.slowFromUnit = slowFromUnit;
        }

        @Override
        public SensorGroup group() {
            return inner.group();
        }

        @Override
        public int read(Block into, int maxUnits) {
            long millis = (clock.epochNanos() - VirtualClock.START) / MILLI;
            int count = inner.read(into, maxUnits);
            if (count > 0) {
                reads.add(group().name() + "@" + millis + ":" + count);
                read += count;
            }
            if (read == slowFromUnit) {
                clock.pass(350 * MILLI);
            }
            return count;
        }

        @Override
        public void close() {
            inner.close();
        }
    }

    private SensingStage.PulledSensor pulled(int group, Sensor sensor, double speed, FullPolicy policy) {
        return new SensingStage.PulledSensor(group, sensor, new SamplingSchedule(VirtualClock.START, speed), policy);
    }

    /** The stage that {@link #run} runs. */
    private SensingStage stage;

    private void run(SensingStage.PulledSensor... sensors) throws InterruptedException {
        stage = new SensingStage(
                List.of(sensors),
                fixture.queue,
                fixture.counters,
                fixture.detectors,
                clock,
                fixture.sensorRoom,
                fixture);
        SpoolLog spool = new MemorySpool(
                SendFixture.policy(8192), fixture.counters, fixture.encoderWork, new Scheduler(), clock);
        new SendPath(
                        stage,
                        fixture.queue,
                        SendFixture.policy(8192),
                        fixture.thinned(SendFixture.policy(8192), spool),
                        List.of(),
                        spool,
                        List.of(),
                        new LinkMeter(spool, clock),
                        clock,
                        fixture.encoderWork,
                        gap -> {})
                .sense();
    }

    @Test
    void readsEachUnitWhenItIsDue() throws Exception {
        TestSensor alarm = new TestSensor(SendFixture.ALARM, 4);
        run(pulled(0, new Noted(alarm, -1), 1, FullPolicy.WAIT));
        assertThat(reads).containsExactly("alarm@0:1", "alarm@100:1", "alarm@200:1", "alarm@300:1");
        assertThat(fixture.drain().out).containsExactly("alarm:ended", "alarm:0+4", "alarm:flush");
        assertThat(fixture.origins).containsExactly(VirtualClock.START);
        assertThat(alarm.closed()).isTrue();
    }

    /** A sensor that does something before each read from a time on. */
    private final class Acting implements Sensor {
        private final Sensor inner;
        private final long fromMillis;
        private final int most;
        private final Runnable what;

        Acting(Sensor inner, long fromMillis, int most, Runnable what) {
            this.inner = inner;
            this.fromMillis = fromMillis;
            this.most = most;
            this.what = what;
        }

        @Override
        public SensorGroup group() {
            return inner.group();
        }

        @Override
        public int read(Block into, int maxUnits) {
            if (clock.epochNanos() >= VirtualClock.START + fromMillis * MILLI) {
                what.run();
            }
            return inner.read(into, Math.min(most, maxUnits));
        }

        @Override
        public void close() {
            inner.close();
        }
    }

    @Test
    void aRetiredSensorIsNotReadAndGoesOnWithWhatIsDueWhenItIsBack() throws Exception {
        Sensor alarm = new Noted(new TestSensor(SendFixture.ALARM, 6), -1);
        AtomicBoolean retired = new AtomicBoolean();
        Sensor retires = new Acting(new TestSensor(SendFixture.MOTION, 60), 240, 256, () -> {
            if (retired.compareAndSet(false, true)) {
                stage.presence(0).retire();
            }
        });
        Sensor resumes = new Acting(
                new TestSensor(SendFixture.ECG, 400),
                770,
                256,
                () -> stage.presence(0).resume());
        run(
                pulled(0, alarm, 1, FullPolicy.WAIT),
                pulled(2, retires, 1, FullPolicy.WAIT),
                pulled(1, resumes, 1, FullPolicy.WAIT));
        assertThat(reads)
                .containsExactly(
                        "alarm@0:1", "alarm@100:1", "alarm@200:1", "alarm@800:1", "alarm@900:1", "alarm@1000:1");
        assertThat(fixture.drain().out).containsSubsequence("alarm:0+3", "alarm:-3+1 RETIRED", "alarm:8+3");
        assertThat(fixture.origins).containsOnly(VirtualClock.START);
        assertThat(fixture.counters.get(0).retired).isFalse();
    }

    @Test
    void anUnpacedSensorGoesOnWhereItWas() throws Exception {
        Sensor alarm = new Acting(new TestSensor(SendFixture.ALARM, 2), 0, 1, () -> {
            stage.presence(0).retire();
            stage.presence(0).resume();
        });
        run(pulled(0, alarm, SamplingSchedule.UNPACED, FullPolicy.WAIT));
        assertThat(fixture.drain().out)
                .containsExactly(
                        "alarm:ended",
                        "alarm:0+1",
                        "alarm:back",
                        "alarm:-1+1 RETIRED",
                        "alarm:2+1",
                        "alarm:-3+1 RETIRED",
                        "alarm:flush");
    }

    @Test
    void readsFasterAtHigherSpeed() throws Exception {
        run(pulled(0, new Noted(new TestSensor(SendFixture.ALARM, 4), -1), 10, FullPolicy.WAIT));
        assertThat(reads).containsExactly("alarm@0:1", "alarm@10:1", "alarm@20:1", "alarm@30:1");
    }

    @Test
    void catchesUpInABlockWithUnchangedInstants() throws Exception {
        run(pulled(0, new Noted(new TestSensor(SendFixture.ALARM, 8), 2), 1, FullPolicy.WAIT));
        assertThat(reads)
                .containsExactly(
                        "alarm@0:1", "alarm@100:1", "alarm@450:3", "alarm@500:1", "alarm@600:1", "alarm@700:1");
        assertThat(fixture.drain().out).contains("alarm:0+8");
        assertThat(fixture.origins).containsOnly(VirtualClock.START);
    }

    @Test
    void readsTheSensorFurthestBehindFirstIfUnpaced() throws Exception {
        run(
                pulled(
                        0,
                        new Noted(new TestSensor(SendFixture.ALARM, 300), -1),
                        SamplingSchedule.UNPACED,
                        FullPolicy.WAIT),
                pulled(
                        1,
                        new Noted(new TestSensor(SendFixture.ECG, 1000), -1),
                        SamplingSchedule.UNPACED,
                        FullPolicy.WAIT));
        assertThat(reads)
                .containsExactly("alarm@0:256", "ecg@0:256", "ecg@0:256", "ecg@0:256", "ecg@0:232", "alarm@0:44");
    }

    @Test
    void failedSensorEndsAndOthersContinue() throws Exception {
        Sensor broken = new Sensor() {
            @Override
            public SensorGroup group() {
                return SendFixture.ALARM;
            }

            @Override
            public int read(Block into, int maxUnits) {
                throw new BanipException(ErrorCode.MALFORMED_RECORDING, "cut off");
            }

            @Override
            public void close() {}
        };
        run(pulled(0, broken, 1, FullPolicy.WAIT), pulled(1, new TestSensor(SendFixture.ECG, 100), 1, FullPolicy.WAIT));
        assertThat(fixture.failures).extracting(BanipException::code).containsExactly(ErrorCode.MALFORMED_RECORDING);
        assertThat(fixture.drain().out).contains("alarm:flush", "ecg:0+100", "ecg:flush");
    }

    /** A sensor cannot offer again what was refused, so that is a gap as well: of what has no room, not of whole reads. */
    @ParameterizedTest
    @EnumSource(names = {"DROP_NEWEST", "REFUSE"})
    void readsALiveSensorEvenWithoutRoom(FullPolicy policy) throws Exception {
        fixture.queue.offer(1, SendFixture.sets(SendFixture.ECG, 0, 0, 100), 0); // so that a read has room in part
        run(pulled(1, new TestSensor(SendFixture.ECG, 3000), SamplingSchedule.UNPACED, policy));
        assertThat(fixture.drain().out)
                .containsSubsequence("ecg:0+100", "ecg:0+1948", "ecg:-1948+1052 SPOOL_FULL", "ecg:flush");
        assertThat(fixture.counters.get(1).unitsProduced).hasValue(3000);
        assertThat(fixture.counters.get(1).unitsDropped).hasValue(1052);
        assertThat(fixture.counters.get(1).unitsEntered).hasValue(3100);
    }

    @Test
    void waitingSensorContinuesWhenThereIsRoom() throws Exception {
        TestSensor sensor = new TestSensor(SendFixture.ECG, 5000);
        Thread stage = new Thread(() -> {
            try {
                run(pulled(1, sensor, SamplingSchedule.UNPACED, FullPolicy.WAIT));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        stage.start();
        while (stage.isAlive()) {
            fixture.drain();
        }
        stage.join();
        fixture.drain();
        assertThat(fixture.counters.get(1).unitsEntered).hasValue(5000);
        assertThat(fixture.counters.get(1).unitsDropped).hasValue(0);
        assertThat(fixture.out).noneMatch(item -> item.contains("SPOOL_FULL"));
    }

    /** Between the look at the room and the read, an app's input of the same service class may take the room. */
    @Test
    void doesNotAskASensorForNothingWhenItsRoomIsTaken() throws Exception {
        TestSensor sensor = new TestSensor(SendFixture.ECG, 10);
        SensingStage stage = new SensingStage(
                List.of(pulled(1, sensor, SamplingSchedule.UNPACED, FullPolicy.WAIT)),
                fixture.queue,
                fixture.counters,
                fixture.detectors,
                clock,
                fixture.sensorRoom,
                fixture);
        assertThat(stage.awaitDue()).isTrue();
        fixture.queue.offer(1, SendFixture.sets(SendFixture.ECG, 0, 0, 2048), 0);
        stage.readDue();
        assertThat(fixture.drain().out).containsExactly("ecg:0+2048");
        assertThat(stage.awaitDue()).isTrue();
        stage.readDue();
        assertThat(fixture.drain().out).containsExactly("ecg:0+2048", "ecg:0+10");
    }
}
