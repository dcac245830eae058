package org.banip.mbu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.banip.core.ban.Channel;
import org.banip.core.ban.SensorGroup;
import org.banip.core.ban.ServiceClass;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.packet.Gap;
import org.banip.mbu.settings.FullPolicy;
import org.banip.mbu.spi.EventInput;
import org.banip.mbu.spi.MbuEvent;
import org.banip.mbu.spi.OfferOutcome;
import org.banip.mbu.spi.SensorInput;
import org.banip.mbu.testhost.Fault;
import org.banip.mbu.testhost.TestHost;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Groups that are added to a session (docs/protocol.md, section 3.8), at a host of this version and at an older one. */
class AddedGroupTest extends MbuFixture {
    private static final List<ServiceClass> CLASSES = List.of(ServiceClass.ALARM, ServiceClass.LIVE, ServiceClass.BULK);
    private static final SensorGroup ECG = TestSensor.ecg();
    private static final SensorGroup MOTION = TestSensor.group("motion", 50, ServiceClass.BULK);
    private static final SensorGroup ALERTS =
            SensorGroup.alarms("alerts", 10, List.of(new Channel("kind", "", 8, 0, 100, 0, 100)));

    @TempDir
    Path directory;

    @Override
    String uplink() {
        return "chunked";
    }

    private MobileBaseUnitBuilder oneGroup() {
        return builder().input(ECG).chain("packetizer(units=10,hold=0)|deflate");
    }

    /** One group after the other, each a sensor or an input, while the first one streams and links break. */
    @Test
    void groupsAreAddedWhileTheOthersStream() throws Exception {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        try (MobileBaseUnit mbu = oneGroup().start()) {
            SensorInput ecg = mbu.input("ecg");
            long units = 0;
            for (int n = 0; n < 20; n++) {
                SensorGroup group = TestSensor.group("added-" + n, 50, CLASSES.get(n % 3));
                if (n % 4 == 3) {
                    mbu.addGroup(group).sensor(new TestSensor(group, 100 + n));
                } else {
                    offer(mbu.addGroup(group).input(), 0, 100 + n);
                }
                offer(ecg, units, 30);
                units += 30;
                if (random.nextInt(4) == 0) {
                    host.breakConnections();
                }
            }
            assertDelivered(mbu);
            assertThat(mbu.ban().groups()).hasSize(21);
            assertThat(mbu.status().groups()).hasSize(21).allMatch(group -> group.gaps() == 0);
            assertThat(host.sessions()).isEqualTo(1);
            assertStored(0, ECG, units);
            for (int n = 0; n < 20; n++) {
                assertThat(host.session().decoded(1 + n))
                        .as("group %s, seed %s", n, seed)
                        .isEqualTo(TestSensor.sets(mbu.ban().groups().get(1 + n), 0, 100 + n));
            }
        }
    }

    /** The data wait until the host has registered the group; then they have its first instants. */
    @Test
    void aGroupIsAddedWithoutALink() throws Exception {
        try (MobileBaseUnit mbu = oneGroup().start()) {
            offer(mbu.input("ecg"), 0, 10);
            assertDelivered(mbu);
            host.stop();
            offer(mbu.addGroup(MOTION).chain("packetizer(units=5,hold=0)").input(), 0, 20);
            soon("in packets").until(() -> mbu.status().groups().get(1).unitsEncoded() == 20);
            host.startAgain();
            assertDelivered(mbu);
            assertStored(1, MOTION, 20);
            assertThat(host.sessions()).isEqualTo(1);
        }
    }

    @Test
    void eventsAreAddedBeforeTheFirstRegistration() throws Exception {
        host.stop();
        try (MobileBaseUnit mbu = oneGroup().start()) {
            assertThat(mbu.addGroup(ALERTS).events().offer(Instant.EPOCH, "fall", 1))
                    .isEqualTo(OfferOutcome.ACCEPTED);
            host.startAgain();
            assertDelivered(mbu);
            assertThat(host.session().stored(1)).hasSize(1);
            mbu.retireGroup("alerts");
            assertThat(mbu.events("alerts").offer(Instant.EPOCH, "", 1)).isEqualTo(OfferOutcome.RETIRED);
            assertDelivered(mbu);
        }
    }

    /** It would refuse the longer description. Nothing is lost. */
    @Test
    void anOlderHostGetsANewSession() throws Exception {
        host.knowsAdding = false;
        try (MobileBaseUnit mbu = oneGroup().start()) {
            UUID session = mbu.status().session();
            offer(mbu.input("ecg"), 0, 50);
            assertDelivered(mbu);
            offer(mbu.addGroup(MOTION).input(), 0, 20);
            offer(mbu.input("ecg"), 50, 50);
            assertDelivered(mbu);
            assertThat(mbu.status().session()).isNotEqualTo(session);
            awaitEvent(MbuEvent.SessionBegun.class);
            assertThat(host.sessions()).isEqualTo(2);
            assertThat(host.session(0).decoded(0)).isEqualTo(TestSensor.sets(ECG, 0, 50));
            assertThat(host.session(1).decoded(0)).isEqualTo(TestSensor.sets(ECG, 50, 100));
            assertThat(host.session(1).decoded(1)).isEqualTo(TestSensor.sets(MOTION, 0, 20));
            assertThat(mbu.status().groups()).allMatch(group -> group.gaps() == 0);
        }
    }

    /** The others go on, and the app is told why. */
    @Test
    void aHostThatRefusesAGroupHoldsUpNoOther() throws Exception {
        try (MobileBaseUnit mbu = oneGroup().start()) {
            offer(mbu.input("ecg"), 0, 10);
            assertDelivered(mbu);
            host.fail(TestHost.Kind.REGISTER, Fault.refuse(ErrorCode.LIMIT_REACHED));
            offer(mbu.addGroup(MOTION).input(), 0, 20);
            assertThat(awaitEvent(MbuEvent.Refused.class).get(0).code()).isEqualTo(ErrorCode.LIMIT_REACHED);
            offer(mbu.input("ecg"), 10, 10);
            soon("the others go on").until(() -> mbu.status().groups().get(0).unitsAcknowledged() == 20);
            assertThat(mbu.status().groups().get(1).unitsAcknowledged()).isZero();
            assertThat(mbu.isDeliveredWithin(Duration.ZERO)).isFalse();
            host.breakConnections();
            mbu.close(Duration.ZERO);
        }
    }

    /** The host has forgotten the session, was started again, or the MBU was. */
    @ParameterizedTest
    @EnumSource(
            value = ErrorCode.class,
            names = {"INVALID_CHAIN", "LIMIT_REACHED", "TOO_MUCH_HELD"})
    void aGroupThatIsRefusedIsLeftOutWhenTheSessionIsRegisteredAgain(ErrorCode refusal) throws Exception {
        host.refusal = refusal;
        UUID session;
        try (MobileBaseUnit mbu = oneGroupInSpool().start()) {
            session = mbu.status().session();
            offer(mbu.input("ecg"), 0, 10);
            offer(mbu.addGroup(ALERTS).fullPolicy(FullPolicy.WAIT).events(), 1);
            assertDelivered(mbu);
            host.mostGroups = 2;
            offer(mbu.addGroup(MOTION).input(), 0, 20);
            awaitEvent(MbuEvent.Refused.class);
            for (int n = 1; n <= 3; n++) {
                host.forget();
                if (n == 2) {
                    host.restart();
                } else {
                    host.breakConnections();
                }
                offer(mbu.input("ecg"), 10L * n, 10);
                offer(mbu.events("alerts"), n);
                goesOn(mbu, 10L * (n + 1));
            }
            mbu.close(Duration.ZERO);
        }
        host.forget();
        try (MobileBaseUnit mbu = oneGroupInSpool().start()) {
            assertThat(mbu.status().session()).isEqualTo(session);
            offer(mbu.input("ecg"), 40, 10);
            goesOn(mbu, 10);
            assertThat(mbu.status().groups().get(2).unitsAcknowledged()).isZero();
            mbu.close(Duration.ZERO);
        }
        assertThat(host.sessions()).isEqualTo(1);
        host.mostGroups = Integer.MAX_VALUE;
        try (MobileBaseUnit mbu = oneGroupInSpool().start()) {
            assertDelivered(mbu);
        }
        assertThat(host.session().decoded(0)).isEqualTo(TestSensor.sets(ECG, 0, 50));
        assertThat(host.session().decoded(2)).isEqualTo(TestSensor.sets(MOTION, 0, 20));
    }

    private static void offer(EventInput alerts, int kind) {
        assertThat(alerts.offer(Instant.EPOCH, "fall", kind)).isEqualTo(OfferOutcome.ACCEPTED);
    }

    private static void goesOn(MobileBaseUnit mbu, long units) {
        soon("the others go on").until(() -> mbu.status().groups().get(0).unitsAcknowledged() >= units);
        assertThat(mbu.status().groups().get(2).unitsAcknowledged()).isZero();
    }

    @Test
    void aLaterProcessHasTheGroup() throws Exception {
        UUID session;
        try (MobileBaseUnit mbu = oneGroup().spool(directory).start()) {
            session = mbu.status().session();
            offer(mbu.input("ecg"), 0, 10);
            assertDelivered(mbu);
            host.stop();
            offer(mbu.addGroup(MOTION).chain("packetizer(units=5,hold=0)").input(), 0, 20);
            offer(mbu.addGroup(TestSensor.group("other", 10, ServiceClass.LIVE)).input(), 0, 10);
            soon("in packets").until(() -> mbu.status().groups().get(1).unitsEncoded() == 20);
            mbu.close(Duration.ZERO);
        }
        host.startAgain();
        try (MobileBaseUnit mbu =
                oneGroup().spool(directory).deregisterOnClose(false).start()) {
            assertThat(mbu.status().session()).isEqualTo(session);
            assertThat(mbu.ban().groups()).hasSize(3);
            assertDelivered(mbu);
            assertThatThrownBy(() -> mbu.addGroup(MOTION).input())
                    .as("with another chain")
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("since an earlier start");
            SensorInput motion =
                    mbu.addGroup(MOTION).chain("packetizer(units=5,hold=0)").input();
            offer(motion, 0, 5);
            assertDelivered(mbu);
            assertThat(host.session().stored(1).stream().filter(Gap.class::isInstance))
                    .as("the time in which no process ran, unless that ended with the signal's next unit")
                    .hasSizeLessThanOrEqualTo(1);
        }
        MobileBaseUnitBuilder all = builder()
                .input(ECG)
                .input(MOTION)
                .chain("packetizer(units=10,hold=0)|deflate")
                .chain("motion", "packetizer(units=5,hold=0)");
        try (MobileBaseUnit mbu = all.spool(directory).start()) {
            assertThat(mbu.status().session()).as("described with it").isEqualTo(session);
            offer(mbu.input("motion"), 0, 5);
            assertDelivered(mbu);
        }
        assertThat(host.sessions()).isEqualTo(1);
    }

    private MobileBaseUnitBuilder oneGroupInSpool() {
        return oneGroup().spool(directory).deregisterOnClose(false);
    }

    private void addInAnEarlierProcess(SensorGroup... groups) throws Exception {
        try (MobileBaseUnit mbu = oneGroupInSpool().start()) {
            for (SensorGroup group : groups) {
                if (group.events().isPresent()) {
                    mbu.addGroup(group).events().offer(Instant.EPOCH, "fall", 1);
                } else {
                    offer(mbu.addGroup(group).input(), 0, 10);
                }
            }
            assertDelivered(mbu);
        }
    }

    /** The settings of the addition count, and nothing is there twice. */
    @Test
    void aLaterProcessKeepsTheInputsThatTheAppHas() throws Exception {
        addInAnEarlierProcess(MOTION, ALERTS);
        try (MobileBaseUnit mbu = oneGroupInSpool().start()) {
            SensorInput motion = mbu.input("motion");
            EventInput alerts = mbu.events("alerts");
            offer(motion, 10, 5);
            alerts.offer(Instant.EPOCH, "fall", 2);
            assertThatThrownBy(() -> mbu.addGroup(MOTION).sensor(new TestSensor(MOTION, 10)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("'motion' cannot be read from a sensor");
            assertThat(mbu.addGroup(MOTION).fullPolicy(FullPolicy.WAIT).input()).isSameAs(motion);
            assertThat(mbu.addGroup(ALERTS).events()).isSameAs(alerts);
            offer(motion, 15, 5);
            alerts.offer(Instant.EPOCH, "fall", 3);
            assertDelivered(mbu);
        }
        assertThat(host.session().stored(1).stream().filter(Gap.class::isInstance))
                .as("the time in which no process ran, unless that ended with the signal's next unit")
                .hasSizeLessThanOrEqualTo(1);
        assertThat(host.session().stored(2).stream().filter(Gap.class::isInstance))
                .hasSize(1);
    }

    @Test
    void aLaterProcessGivesTheGroupASensor() throws Exception {
        addInAnEarlierProcess(MOTION);
        try (MobileBaseUnit mbu = oneGroupInSpool().start()) {
            SensorInput motion = mbu.input("motion");
            mbu.addGroup(MOTION).sensor(new TestSensor(MOTION, 10));
            assertThat(motion.offerNext(1, 2)).isEqualTo(OfferOutcome.CLOSED);
            assertThatThrownBy(() -> mbu.input("motion")).isInstanceOf(IllegalArgumentException.class);
            assertDelivered(mbu);
            assertThat(mbu.status().groups().get(1).unitsProduced()).isEqualTo(10);
        }
    }

    @Test
    void whatDoesNotFitIsRefused() {
        MobileBaseUnit ended;
        try (MobileBaseUnit mbu = oneGroup().start()) {
            assertThatThrownBy(() -> mbu.addGroup(ECG))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("BAN ban-1 has a group 'ecg' already");
            assertThatThrownBy(() -> mbu.addGroup(MOTION).events()).hasMessageContaining("is sampled");
            assertThatThrownBy(() -> mbu.addGroup(ALERTS).input()).hasMessageContaining("has events");
            assertThatThrownBy(() -> mbu.addGroup(MOTION).sensor(new TestSensor(ECG, 1)))
                    .hasMessageContaining("'ecg'");
            assertThatThrownBy(() -> mbu.addGroup(MOTION).chain("nonsense").input())
                    .isInstanceOf(BanipException.class)
                    .hasMessageContaining("nonsense");
            for (int n = 1; n < 64; n++) {
                SensorInput unused = mbu.addGroup(TestSensor.group("g" + n, 10, ServiceClass.BULK))
                        .fullPolicy(FullPolicy.REFUSE)
                        .allowOutOfRange()
                        .input();
            }
            assertThatThrownBy(() -> mbu.addGroup(MOTION).input())
                    .isInstanceOf(BanipException.class)
                    .hasMessageContaining("65 groups");
            assertThat(mbu.status().groups()).hasSize(64);
            ended = mbu;
        }
        assertThatThrownBy(() -> ended.addGroup(MOTION).input()).isInstanceOf(IllegalStateException.class);
    }
}
