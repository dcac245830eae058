package org.banip.mbu;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.banip.core.ban.SensorGroup;
import org.banip.core.ban.ServiceClass;
import org.banip.core.error.ErrorCode;
import org.banip.mbu.settings.FullPolicy;
import org.banip.mbu.settings.SpoolSettings;
import org.banip.mbu.spi.MbuEvent;
import org.banip.mbu.spi.OfferOutcome;
import org.banip.mbu.spi.SensorInput;
import org.banip.mbu.testhost.Fault;
import org.banip.mbu.testhost.TestHost.Kind;
import org.junit.jupiter.api.Test;

/** A full spool: who waits, who drops, who overtakes, and who is freed when it is all over. */
class UplinkBackPressureTest extends UplinkContract {
    @Test
    void aRecordingWaitsForAHostThatDoesNotRead() throws Exception {
        host.fail(Kind.DATA, Fault.stall());
        SpoolSettings small = new SpoolSettings(64, 65_536, 8192);
        try (MobileBaseUnit mbu =
                ecg(20_000).chain("packetizer(units=10,hold=0)").spool(small).start()) {
            soon("the sensor waits").until(() -> mbu.status().groups().get(0).spoolPackets() == 64);
            assertThat(mbu.status().groups().get(0).unitsProduced()).isLessThan(20_000);
            host.unstall();
            assertDelivered(mbu);
            assertThat(mbu.status().groups().get(0).unitsDropped()).isZero();
        }
        assertStored(0, ECG, 20_000);
    }

    @Test
    void aLiveSensorDropsWhatFindsNoRoomAndSaysSo() throws Exception {
        host.stop();
        SpoolSettings small = new SpoolSettings(16, 65_536, 8192);
        try (MobileBaseUnit mbu =
                builder().input(ECG).chain(STATEFUL).spool(small).start()) {
            SensorInput input = mbu.input("ecg");
            long unit = 0;
            OfferOutcome last = OfferOutcome.ACCEPTED;
            while (last == OfferOutcome.ACCEPTED) {
                last = input.offerNext(TestSensor.sample(unit, 0), TestSensor.sample(unit, 1));
                unit++;
            }
            assertThat(last).isEqualTo(OfferOutcome.DROPPED);
            assertThat(mbu.status().groups().get(0).spoolPackets()).isLessThanOrEqualTo(17);
            for (int i = 0; i < 1000; i++, unit++) {
                input.offerNext(TestSensor.sample(unit, 0), TestSensor.sample(unit, 1));
            }
            host.startAgain();
            assertDelivered(mbu);
            for (int i = 0; i < 100; i++, unit++) {
                assertThat(input.offerNext(TestSensor.sample(unit, 0), TestSensor.sample(unit, 1)))
                        .isEqualTo(OfferOutcome.ACCEPTED);
            }
            assertDelivered(mbu);
            GroupStatus status = mbu.status().groups().get(0);
            assertThat(status.unitsProduced()).isEqualTo(unit);
            assertThat(status.unitsDropped()).isEqualTo(status.unitsInGaps()).isPositive();
            assertThat(status.unitsAcknowledged() + status.unitsInGaps()).isEqualTo(unit);
            assertUnitsAreComplete(host.session().stored(0), 0, unit);
        }
    }

    @Test
    void whatIsUrgentOvertakes() throws Exception {
        SensorGroup alarm = TestSensor.group("alarm", 10, ServiceClass.ALARM);
        SensorGroup bulk = TestSensor.group("bulk", 100, ServiceClass.BULK);
        host.stop();
        SpoolSettings small = new SpoolSettings(64, 65_536, 8192);
        try (MobileBaseUnit mbu = builder()
                .sensor(new TestSensor(bulk, 20_000))
                .input(alarm)
                .chain("packetizer(units=10,hold=0)")
                .spool(small)
                .start()) {
            soon("bulk has filled its share")
                    .until(() -> mbu.status().groups().get(0).spoolPackets() == 48);
            assertThat(mbu.input("alarm")
                            .offerNext(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20))
                    .isEqualTo(OfferOutcome.ACCEPTED);
            soon("the alarm found room")
                    .until(() -> mbu.status().groups().get(1).spoolPackets() == 1);
            host.startAgain();
            assertDelivered(mbu);
        }
        assertStored(0, bulk, 20_000);
        assertThat(host.session().stored(1)).hasSize(1);
        assertThat(host.session().arrivals().get(0)).as("the alarm comes first").isOne();
    }

    @Test
    void aFailureFreesWhoWaits() throws Exception {
        host.fail(Kind.DATA, Fault.stall());
        SpoolSettings small = new SpoolSettings(16, 65_536, 8192);
        try (MobileBaseUnit mbu = builder()
                .input(ECG)
                .fullPolicy("ecg", FullPolicy.WAIT)
                .chain("packetizer(units=1,hold=0)")
                .spool(small)
                .start()) {
            awaitStalled();
            Fault forbidden = Fault.refuse(ErrorCode.FORBIDDEN);
            host.fail(Kind.DATA, forbidden, forbidden, forbidden);
            host.fail(Kind.REGISTER, forbidden, forbidden, forbidden);
            Thread breaker = new Thread(host::breakConnections);
            SensorInput input = mbu.input("ecg");
            OfferOutcome last = OfferOutcome.ACCEPTED;
            for (int i = 0; last == OfferOutcome.ACCEPTED; i++) {
                if (i == 2000) {
                    breaker.start();
                }
                last = input.offerNext(1, 2);
            }
            assertThat(last).isEqualTo(OfferOutcome.CLOSED);
            breaker.join();
        }
    }

    @Test
    void closesInBoundedTimeWithoutAHost() throws Exception {
        host.stop();
        MobileBaseUnit mbu = ecg(3600).closeTimeout(Duration.ofMillis(200)).start();
        awaitEvent(MbuEvent.Disconnected.class);
        soon("something is kept").until(() -> mbu.status().groups().get(0).spoolPackets() > 0);
        mbu.close();
        assertThat(mbu.status().state()).isEqualTo(MbuState.CLOSED);
        assertThat(mbu.status().groups().get(0).spoolPackets()).isPositive();
        assertThat(mbu.isDeliveredWithin(PATIENCE)).isFalse();
    }

    @Test
    void closesInBoundedTimeWhenTheHostDoesNotAnswer() throws Exception {
        host.fail(Kind.DATA, Fault.stall());
        MobileBaseUnit mbu = ecg(3600).closeTimeout(Duration.ofMillis(200)).start();
        awaitStalled();
        mbu.close();
        soon("the threads have ended while the host still does not answer")
                .untilAsserted(() -> assertThat(threads("banip-")).isEmpty());
    }
}
