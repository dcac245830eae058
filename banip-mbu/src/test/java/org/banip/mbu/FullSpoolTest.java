package org.banip.mbu;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.banip.core.ban.SensorGroup;
import org.banip.core.ban.ServiceClass;
import org.banip.mbu.settings.SpoolSettings;
import org.junit.jupiter.api.Test;

/** A spool that is nearly full does not wait for acknowledgements that the host may let wait for others. */
class FullSpoolTest extends MbuFixture {
    private static final SensorGroup MOTION = TestSensor.group("motion", 50, ServiceClass.BULK);
    private static final int UNITS = 10;
    private static final int PACKETS = 64;

    @Override
    String uplink() {
        return "chunked";
    }

    private static int units(int packets) {
        return packets * UNITS;
    }

    private MobileBaseUnit start(MobileBaseUnitBuilder builder) throws Exception {
        MobileBaseUnit mbu = builder.chain("packetizer(units=10,hold=0)")
                .sendWindow(Duration.ZERO)
                .acknowledgeWithin(Duration.ofSeconds(10))
                .spool(new SpoolSettings(PACKETS, 1 << 20, 1 << 20))
                .start();
        soon("the first time request is answered")
                .until(() -> mbu.status().clockOffset().isPresent());
        host.session().acknowledgeOnlyForTime(true);
        return mbu;
    }

    @Test
    void nearlyFullSpoolFetchesAcknowledgements() throws Exception {
        int packets = 10 * PACKETS;
        try (MobileBaseUnit mbu = start(builder().input(TestSensor.ecg()))) {
            offer(mbu.input("ecg"), 0, units(packets));
            soon("all but the last packets are stored")
                    .until(() -> mbu.status().groups().get(0).unitsAcknowledged() >= units(packets - PACKETS));
            host.session().acknowledgeOnlyForTime(false);
            assertDelivered(mbu);
        }
        assertStored(0, TestSensor.ecg(), units(packets));
    }

    /** A spool that may be filled by less than the whole, because a more urgent group may need the rest. */
    @Test
    void spoolIsNearlyFullWhenTheLeastUrgentGroupHasLittleRoom() throws Exception {
        int packets = 10 * PACKETS;
        try (MobileBaseUnit mbu = start(builder().input(TestSensor.ecg()).input(MOTION))) {
            offer(mbu.input("motion"), 0, units(packets));
            soon("all but the last packets are stored")
                    .until(() -> mbu.status().groups().get(1).unitsAcknowledged() >= units(packets - PACKETS));
            host.session().acknowledgeOnlyForTime(false);
            assertDelivered(mbu);
        }
        assertStored(1, MOTION, units(packets));
    }

    @Test
    void spoolWithRoomWaits() throws Exception {
        int packets = PACKETS * 7 / 8;
        try (MobileBaseUnit mbu = start(builder().input(TestSensor.ecg()))) {
            int before = host.session().timeRequests.get();
            offer(mbu.input("ecg"), 0, units(packets));
            soon("all are sent").until(() -> host.session().arrivals().size() == packets);
            assertThat(host.session().timeRequests.get()).isEqualTo(before);
            offer(mbu.input("ecg"), units(packets), UNITS);
            soon("one more is too many").until(() -> host.session().timeRequests.get() == before + 1);
            soon("they are acknowledged")
                    .until(() -> mbu.status().groups().get(0).unitsAcknowledged() == units(packets + 1));
            host.session().acknowledgeOnlyForTime(false);
        }
    }
}
