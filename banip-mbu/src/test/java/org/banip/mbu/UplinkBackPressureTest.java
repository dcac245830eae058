package org.banip.mbu;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
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

/** A full spool: recordings wait, live sensors drop sensor sets, urgent packets leave first, and the end of the MBU ends every wait. */
class UplinkBackPressureTest extends UplinkContract {
    @Test
    void recordingWaitsForAHostThatDoesNotRead() throws Exception {
        host.fail(Kind.DATA, Fault.stall());
        SpoolSettings small = new SpoolSettings(64, 65_536, 8192);
        try (MobileBaseUnit mbu =
                ecg(20_000).chain("packetizer(units=10,hold=0)").spool(small).start()) {
            awaitSpoolPackets(mbu, 0, 64);
            assertThat(mbu.status().groups().get(0).unitsProduced()).isLessThan(20_000);
            host.unstall();
            assertDelivered(mbu);
            assertThat(mbu.status().groups().get(0).unitsDropped()).isZero();
        }
        assertStored(0, ECG, 20_000);
    }

    @Test
    void liveSensorDropsSensorSetsWithoutRoomAndDeclaresGaps() throws Exception {
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

    /** The groups fill the spool in the opposite order: bulk first, then live, last the alarm. */
    @Test
    void packetsLeaveTheSpoolInOrderOfUrgency() throws Exception {
        SensorGroup bulk = TestSensor.group("bulk", 100, ServiceClass.BULK);
        SensorGroup live = TestSensor.group("live", 10, ServiceClass.LIVE);
        SensorGroup alarm = TestSensor.group("alarm", 10, ServiceClass.ALARM);
        host.stop();
        SpoolSettings small = new SpoolSettings(64, 65_536, 8192);
        try (MobileBaseUnit mbu = builder()
                .sensor(new TestSensor(bulk, 20_000))
                .input(live)
                .input(alarm)
                .chain("packetizer(units=10,hold=0)")
                .spool(small)
                .start()) {
            awaitSpoolPackets(mbu, 0, 48);
            offer(mbu.input("live"), 0, 30);
            awaitSpoolPackets(mbu, 1, 3);
            offer(mbu.input("alarm"), 0, 10);
            awaitSpoolPackets(mbu, 2, 1);
            awaitAnotherAttempt();
            host.startAgain();
            assertDelivered(mbu);
        }
        List<Integer> arrivals = new ArrayList<>(host.session().arrivals());
        if (uplink().equals("http3")) { // the alarm has a request of its own
            assertThat(arrivals.remove((Integer) 2)).isTrue();
            arrivals.add(0, 2);
        }
        assertThat(arrivals.subList(0, 4)).as("alarm, then live").containsExactly(2, 1, 1, 1);
        assertThat(arrivals.subList(4, arrivals.size())).as("then bulk").containsOnly(0);
        assertStored(0, bulk, 20_000);
        assertStored(1, live, 30);
        assertStored(2, alarm, 10);
    }

    /** An attempt that began before may have taken packets already, for a front takes them before it knows that its host is down. */
    private void awaitAnotherAttempt() {
        int before = eventsOf(MbuEvent.Disconnected.class).size();
        soon("an attempt that began later has failed, too")
                .until(() -> eventsOf(MbuEvent.Disconnected.class).size() >= before + 2);
    }

    private static void awaitSpoolPackets(MobileBaseUnit mbu, int group, int packets) {
        soon("group " + group + " has filled its share of the spool")
                .until(() -> mbu.status().groups().get(group).spoolPackets() == packets);
    }

    @Test
    void failureEndsAWaitingOffer() throws Exception {
        host.fail(Kind.DATA, Fault.stall());
        SpoolSettings small = new SpoolSettings(16, 65_536, 8192);
        try (MobileBaseUnit mbu = builder()
                .input(ECG)
                .fullPolicy("ecg", FullPolicy.WAIT)
                .chain("packetizer(units=1,hold=0)")
                .spool(small)
                .start()) {
            awaitEvent(MbuEvent.Registered.class); // with two connections, it may come after the first data
            awaitStalled();
            Fault forbidden = Fault.refuse(ErrorCode.FORBIDDEN);
            host.fail(Kind.DATA, forbidden, forbidden, forbidden);
            host.fail(Kind.REGISTER, forbidden, forbidden, forbidden);
            CompletableFuture<OfferOutcome> last = new CompletableFuture<>();
            Thread app = new Thread(() -> last.complete(offerUntilRefused(mbu.input("ecg"))), "app");
            app.start();
            awaitSpoolPackets(mbu, 0, 16);
            soon("the app waits in offer()").until(() -> app.getState() == Thread.State.WAITING);
            assertThat(last).isNotDone();
            host.breakConnections();
            assertThat(last.get()).isEqualTo(OfferOutcome.CLOSED);
            app.join();
        }
    }

    private static OfferOutcome offerUntilRefused(SensorInput input) {
        OfferOutcome last = OfferOutcome.ACCEPTED;
        while (last == OfferOutcome.ACCEPTED) {
            last = input.offerNext(1, 2);
        }
        return last;
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
