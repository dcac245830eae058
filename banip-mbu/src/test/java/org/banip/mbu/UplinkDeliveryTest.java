package org.banip.mbu;

import static org.assertj.core.api.Assertions.assertThat;

import org.banip.core.ban.SensorGroup;
import org.banip.core.ban.ServiceClass;
import org.banip.mbu.settings.Credentials;
import org.banip.mbu.spi.MbuEvent;
import org.banip.mbu.spi.OfferOutcome;
import org.banip.mbu.spi.SensorInput;
import org.junit.jupiter.api.Test;

/** The host stores exactly what the sensors delivered. */
class UplinkDeliveryTest extends UplinkContract {
    @Test
    void deliversGroupsOfDifferentRatesInOrder() throws Exception {
        SensorGroup alarm = TestSensor.group("alarm", 1, ServiceClass.ALARM);
        SensorGroup motion = TestSensor.group("motion", 50, ServiceClass.BULK);
        try (MobileBaseUnit mbu = builder()
                .sensor(new TestSensor(motion, 500))
                .sensor(new TestSensor(ECG, 3600))
                .sensor(new TestSensor(alarm, 10))
                .chain("ecg", STATEFUL)
                .start()) {
            assertDelivered(mbu);
            assertStored(0, motion, 500);
            assertStored(1, ECG, 3600);
            assertStored(2, alarm, 10);
            GroupStatus ecg = mbu.status().groups().get(1);
            assertThat(ecg.unitsProduced()).isEqualTo(3600);
            assertThat(ecg.unitsEncoded()).isEqualTo(3600);
            assertThat(ecg.unitsSent()).isEqualTo(3600);
            assertThat(ecg.unitsAcknowledged()).isEqualTo(3600);
            assertThat(ecg.packets()).isEqualTo(120);
            assertThat(ecg.bytesRaw()).isEqualTo(3600 * 4);
            assertThat(ecg.bytesFramed()).isGreaterThan(ecg.bytesEncoded());
            assertThat(ecg.spoolPackets()).isZero();
            assertThat(mbu.status().link().resumes()).isZero();
        }
        assertThat(host.session().duplicates()).isZero();
    }

    /** The MBU itself ends its request to register each group. That is no loss of the link. */
    @Test
    void groupsAreAddedWithoutALossOfTheLink() throws Exception {
        try (MobileBaseUnit mbu = builder().input(ECG).start()) {
            offer(mbu.input("ecg"), 0, 10);
            assertDelivered(mbu);
            for (int n = 1; n <= 5; n++) {
                SensorGroup group = TestSensor.group("added-" + n, 50, ServiceClass.LIVE);
                offer(mbu.addGroup(group).input(), 0, 20);
                assertDelivered(mbu);
                assertStored(n, group, 20);
            }
            assertThat(mbu.status().problem()).isEmpty();
        }
        assertThat(eventsOf(MbuEvent.Disconnected.class)).isEmpty();
        assertThat(host.sessions()).isEqualTo(1);
    }

    @Test
    void sendsItsCredentials() throws Exception {
        Credentials credentials = Credentials.basic("mbu-17", "secret");
        host.authorization = credentials.authorization().orElseThrow();
        try (MobileBaseUnit mbu = ecg(720).credentials(credentials).start()) {
            assertDelivered(mbu);
        }
        assertStored(0, ECG, 720);
    }

    @Test
    void closingSendsSensorSetsThatTheChainHoldsBack() throws Exception {
        MobileBaseUnit mbu =
                builder().input(ECG).chain("packetizer(units=90,hold=60min)").start();
        SensorInput input = mbu.input("ecg");
        for (long unit = 0; unit < 100; unit++) {
            assertThat(input.offerNext(TestSensor.sample(unit, 0), TestSensor.sample(unit, 1)))
                    .isEqualTo(OfferOutcome.ACCEPTED);
        }
        mbu.close();
        assertStored(0, ECG, 100);
        assertThat(input.offerNext(0, 0)).isEqualTo(OfferOutcome.CLOSED);
    }

    @Test
    void deregistersWhenClosed() throws Exception {
        MobileBaseUnit mbu = ecg(360).start();
        assertDelivered(mbu);
        assertThat(host.interconnects()).isEqualTo(1);
        mbu.close();
        assertThat(host.interconnects()).isZero();
        assertThat(mbu.status().state()).isEqualTo(MbuState.CLOSED);
        assertThat(events.get(events.size() - 1)).isInstanceOf(MbuEvent.Closed.class);
        mbu.close();
    }
}
