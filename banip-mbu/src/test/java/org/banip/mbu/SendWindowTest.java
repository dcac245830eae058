package org.banip.mbu;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.banip.core.ban.SensorGroup;
import org.banip.core.ban.ServiceClass;
import org.banip.mbu.spi.OfferOutcome;
import org.banip.mbu.testhost.Fault;
import org.banip.mbu.testhost.TestHost.Kind;
import org.junit.jupiter.api.Test;

/** What a link has under way while the host reads nothing. */
class SendWindowTest extends MbuFixture {
    private static final int LEAST_WINDOW = 3072;
    private static final int FLUSH = 1024 + 200;
    private static final SensorGroup ALARM = TestSensor.group("alarm", 10, ServiceClass.ALARM);

    @Override
    String uplink() {
        return "chunked";
    }

    @Test
    void backlogWaitsInTheSpoolAndAnAlarmDoesNot() throws Exception {
        host.fail(Kind.DATA, Fault.stall());
        try (MobileBaseUnit mbu = builder()
                .input(ALARM)
                .input(TestSensor.ecg())
                .chain("packetizer(units=10,hold=0)")
                .start()) {
            offer(mbu, "ecg", 2000);
            soon("the window is full").until(() -> underWay(mbu) >= LEAST_WINDOW);
            soon("all is encoded").until(() -> mbu.status().groups().get(1).packets() == 200);
            long full = underWay(mbu);
            assertThat(full).isLessThan(LEAST_WINDOW + FLUSH);
            assertThat(mbu.status().link().sendWindowBytes()).hasValue(LEAST_WINDOW);

            offer(mbu, "alarm", 10);
            soon("the alarm is sent").until(() -> underWay(mbu) > full);
            host.unstall();
            assertDelivered(mbu);
            assertThat(underWay(mbu)).isZero();
        }
    }

    @Test
    void withoutAWindowAllIsUnderWay() throws Exception {
        host.fail(Kind.DATA, Fault.stall());
        try (MobileBaseUnit mbu = builder()
                .input(TestSensor.ecg())
                .chain("packetizer(units=10,hold=0)")
                .sendWindow(Duration.ZERO)
                .start()) {
            offer(mbu, "ecg", 2000);
            soon("all is sent").until(() -> mbu.status().groups().get(0).unitsSent() == 2000);
            assertThat(underWay(mbu)).isGreaterThan(200 * 40);
            assertThat(mbu.status().link().sendWindowBytes()).isEmpty();
            host.unstall();
            assertDelivered(mbu);
        }
    }

    private static void offer(MobileBaseUnit mbu, String group, int units) {
        for (long unit = 0; unit < units; unit++) {
            assertThat(mbu.input(group).offerNext(TestSensor.sample(unit, 0), TestSensor.sample(unit, 1)))
                    .isEqualTo(OfferOutcome.ACCEPTED);
        }
    }

    private static long underWay(MobileBaseUnit mbu) {
        return mbu.status().link().bytesUnderWay();
    }
}
