package org.banip.mbu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.banip.core.ban.SensorGroup;
import org.banip.core.ban.ServiceClass;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.transcoding.spi.Block;
import org.banip.mbu.spi.MbuEvent;
import org.banip.mbu.spi.Sensor;
import org.junit.jupiter.api.Test;

/** A sensor whose code fails ends its own group. The other groups are delivered. */
class SensorFailureTest extends MbuFixture {
    private static final SensorGroup ECG = TestSensor.ecg();
    private static final SensorGroup MOTION = TestSensor.group("motion", 50, ServiceClass.BULK);
    private static final int BEFORE_FAILURE = 30;

    /** The read that fails. */
    private interface FailingRead {
        int read(Block into, int maxUnits);
    }

    /** Returns some units of the test signal, then fails. */
    private static class FailingSensor implements Sensor {
        private final TestSensor inner = new TestSensor(MOTION, BEFORE_FAILURE);
        private final FailingRead failing;

        FailingSensor(FailingRead failing) {
            this.failing = failing;
        }

        @Override
        public SensorGroup group() {
            return MOTION;
        }

        @Override
        public int read(Block into, int maxUnits) {
            int count = inner.read(into, Math.min(maxUnits, 10));
            return count > 0 ? count : failing.read(into, maxUnits);
        }

        @Override
        public void close() {
            inner.close();
        }
    }

    @Override
    String uplink() {
        return "chunked";
    }

    private void assertEndsItsGroupOnly(Sensor failing, ErrorCode code, String message) throws Exception {
        TestSensor ecg = new TestSensor(ECG, 3600);
        try (MobileBaseUnit mbu = builder().sensor(failing).sensor(ecg).start()) {
            assertThatThrownBy(() -> mbu.awaitDelivered(PATIENCE))
                    .isInstanceOfSatisfying(
                            BanipException.class, e -> assertThat(e.code()).isEqualTo(code))
                    .hasMessageContaining(message);
            assertThat(mbu.status().failure()).isEmpty();
            assertStored(0, MOTION, BEFORE_FAILURE);
            assertStored(1, ECG, 3600);
        }
        assertThat(awaitEvent(MbuEvent.SensorFailed.class))
                .singleElement()
                .satisfies(event -> assertThat(event.group()).isEqualTo("motion"));
        assertThat(eventsOf(MbuEvent.Failed.class)).isEmpty();
        assertThat(ecg.closed()).isTrue();
    }

    @Test
    void anUncheckedExceptionEndsOneGroupOnly() throws Exception {
        Sensor failing = new FailingSensor((into, maxUnits) -> {
            throw new IllegalStateException("the driver has stopped");
        });
        assertEndsItsGroupOnly(failing, ErrorCode.INTERNAL, "the driver has stopped");
    }

    @Test
    void aMissingClassEndsOneGroupOnly() throws Exception {
        Sensor failing = new FailingSensor((into, maxUnits) -> {
            throw new NoClassDefFoundError("android/Missing");
        });
        assertEndsItsGroupOnly(failing, ErrorCode.INTERNAL, "android/Missing");
    }

    @Test
    void halfASensorSetEndsOneGroupOnly() throws Exception {
        Sensor failing = new FailingSensor((into, maxUnits) -> {
            into.append(new byte[3], 0, 3);
            return 1;
        });
        assertEndsItsGroupOnly(failing, ErrorCode.INVALID_SAMPLE, "returned 1 sensor set in 3 bytes");
    }

    @Test
    void moreSensorSetsThanWantedEndOneGroupOnly() throws Exception {
        Sensor failing = new FailingSensor((into, maxUnits) -> {
            byte[] sets = TestSensor.sets(MOTION, 0, maxUnits + 1);
            into.append(sets, 0, sets.length);
            return maxUnits + 1;
        });
        assertEndsItsGroupOnly(failing, ErrorCode.INVALID_SAMPLE, "sensor sets in");
    }

    @Test
    void noSensorSetsEndOneGroupOnly() throws Exception {
        Sensor failing = new FailingSensor((into, maxUnits) -> {
            return 0;
        });
        assertEndsItsGroupOnly(failing, ErrorCode.INVALID_SAMPLE, "or -1 at the end of the sensor");
    }

    @Test
    void allOtherSensorsAreClosedIfOneCannotBeClosed() throws Exception {
        TestSensor ecg = new TestSensor(ECG, 360);
        Sensor failing = new FailingSensor((into, maxUnits) -> -1) {
            @Override
            public void close() {
                throw new IllegalStateException("cannot close");
            }
        };
        try (MobileBaseUnit mbu = builder().sensor(failing).sensor(ecg).start()) {
            assertDelivered(mbu);
            assertStored(0, MOTION, BEFORE_FAILURE);
            assertStored(1, ECG, 360);
        }
        assertThat(ecg.closed()).isTrue();
        assertThat(eventsOf(MbuEvent.Failed.class)).isEmpty();
    }
}
