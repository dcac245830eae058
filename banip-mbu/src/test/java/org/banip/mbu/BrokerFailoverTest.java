package org.banip.mbu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import org.banip.core.ban.SensorGroup;
import org.banip.core.ban.ServiceClass;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.packet.Gap;
import org.banip.core.packet.Sequenced;
import org.banip.mbu.settings.FailoverSettings;
import org.banip.mbu.settings.PathSettings;
import org.banip.mbu.spi.MbuEvent;
import org.banip.mbu.spi.SensorInput;
import org.banip.mbu.spi.UplinkFactory;
import org.banip.mbu.testhost.Fault;
import org.banip.mbu.testhost.SilentPort;
import org.banip.mbu.testhost.TestHost;
import org.banip.mbu.uplink.Uplinks;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** An MBU with two brokers: the second one works, and the first one fails in one of many ways. */
class BrokerFailoverTest extends MbuFixture {
    private static final FailoverSettings HASTY = new FailoverSettings(
            Duration.ofSeconds(5),
            Duration.ofMillis(50),
            Duration.ofMillis(100),
            Duration.ofMinutes(5),
            Duration.ofMillis(100),
            Duration.ZERO);

    private TestHost other;

    @TempDir
    private Path directory;

    @Override
    String uplink() {
        return Uplinks.CHUNKED;
    }

    @BeforeEach
    void startOther() throws Exception {
        other = TestHost.start();
    }

    @AfterEach
    void closeOther() throws Exception {
        soon("the connections to the other host are closed").until(() -> other.openConnections() == 0);
        other.close();
    }

    private MobileBaseUnitBuilder between(URI first, URI second) {
        return builder().brokers(first, second).failover(HASTY);
    }

    private MobileBaseUnitBuilder between() {
        return between(host.base(), other.base());
    }

    private void assertAllAt(MobileBaseUnitBuilder builder, TestHost where) throws Exception {
        try (MobileBaseUnit mbu =
                builder.sensor(new TestSensor(TestSensor.ecg(), 500)).start()) {
            assertDelivered(mbu);
            assertThat(mbu.status().broker()).contains(where.base());
            assertThat(where.session().decoded(0)).isEqualTo(TestSensor.sets(TestSensor.ecg(), 0, 500));
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = ErrorCode.class,
            names = {"STORAGE_UNAVAILABLE", "LIMIT_REACHED", "TOO_MANY_SESSIONS"})
    void aBrokerThatCannotServeIsLeft(ErrorCode code) throws Exception {
        host.fail(
                TestHost.Kind.REGISTER,
                Collections.nCopies(100_000, Fault.refuse(code)).toArray(Fault[]::new));
        assertAllAt(between(), other);
    }

    @Test
    void whatWasWrongWithABrokerIsNotSaidOfTheNextOne() throws Exception {
        host.fail(
                TestHost.Kind.REGISTER,
                Collections.nCopies(1000, Fault.refuse(ErrorCode.UNAUTHENTICATED))
                        .toArray(Fault[]::new));
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
                MobileBaseUnit mbu = between(host.base(), URI.create("http://127.0.0.1:" + silent.getLocalPort() + "/"))
                        .closeTimeout(Duration.ZERO)
                        .sensor(new TestSensor(TestSensor.ecg(), 10))
                        .start()) {
            soon("the problem of the first broker is forgotten")
                    .until(() -> eventsOf(MbuEvent.BrokerChanged.class).size() > 1
                            && mbu.status().problem().isEmpty());
        }
    }

    @Test
    void aBrokerThatRefusesThePasswordIsLeftAtOnce() throws Exception {
        host.fail(
                TestHost.Kind.REGISTER,
                Collections.nCopies(100_000, Fault.refuse(ErrorCode.UNAUTHENTICATED))
                        .toArray(Fault[]::new));
        assertAllAt(between(), other);
    }

    @Test
    void ifAllRefuseThePasswordTheMbuFails() throws Exception {
        for (TestHost each : List.of(host, other)) {
            each.fail(
                    TestHost.Kind.REGISTER,
                    Collections.nCopies(1000, Fault.refuse(ErrorCode.UNAUTHENTICATED))
                            .toArray(Fault[]::new));
        }
        try (MobileBaseUnit mbu =
                between().sensor(new TestSensor(TestSensor.ecg(), 10)).start()) {
            assertThatThrownBy(() -> mbu.isDeliveredWithin(PATIENCE))
                    .isInstanceOfSatisfying(
                            BanipException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNAUTHENTICATED));
        }
    }

    @Test
    void aBrokerThatAnswersNothingIsLeft() throws Exception {
        try (SilentPort silent = SilentPort.at(InetAddress.getLoopbackAddress(), 0)) {
            assertAllAt(between(URI.create("http://127.0.0.1:" + silent.port() + "/"), other.base()), other);
        }
    }

    @Test
    void aBrokerThatEndsInTheMiddleIsLeft() throws Exception {
        try (MobileBaseUnit mbu = between().input(TestSensor.ecg()).start()) {
            SensorInput input = mbu.input("ecg");
            offer(input, 0, 300);
            assertDelivered(mbu);
            host.stop();
            awaitEvent(MbuEvent.Disconnected.class);
            offer(input, 300, 300);
            assertDelivered(mbu);

            assertThat(other.session().decoded(0)).isEqualTo(TestSensor.sets(TestSensor.ecg(), 300, 600));
            assertThat(gapsOf(other)).isEqualTo(300);
            awaitEvent(MbuEvent.GapDeclared.class);
            assertThat(eventsOf(MbuEvent.SessionBegun.class)).isEmpty();
            assertThat(soon("the change")
                            .until(() -> eventsOf(MbuEvent.BrokerChanged.class), changes -> changes.size() > 1))
                    .extracting(MbuEvent.BrokerChanged::to)
                    .containsExactly(host.base(), other.base());
        } finally {
            host.startAgain();
        }
    }

    /** One of them refuses the group that was added. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aGroupThatOneBrokerRefusesHoldsUpNothingAtTheOther(boolean firstRefuses) throws Exception {
        SensorGroup motion = TestSensor.group("motion", 50, ServiceClass.BULK);
        TestHost refusing = firstRefuses ? host : other;
        refusing.mostGroups = 1;
        refusing.refusal = ErrorCode.INVALID_CHAIN;
        try (MobileBaseUnit mbu = between().input(TestSensor.ecg()).start()) {
            offer(mbu.input("ecg"), 0, 300);
            assertDelivered(mbu);
            offer(mbu.addGroup(motion).input(), 0, 20);
            if (firstRefuses) {
                awaitEvent(MbuEvent.Refused.class);
            } else {
                assertDelivered(mbu);
            }
            host.stop();
            awaitEvent(MbuEvent.Disconnected.class);
            offer(mbu.input("ecg"), 300, 300);
            if (firstRefuses) {
                assertDelivered(mbu);
                assertThat(other.session().decoded(1)).isEqualTo(TestSensor.sets(motion, 0, 20));
            } else {
                offer(mbu.input("motion"), 20, 20);
                soon("the other group goes on")
                        .until(() -> mbu.status().groups().get(0).unitsAcknowledged() == 600);
                assertThat(mbu.status().groups().get(1).unitsAcknowledged()).isEqualTo(20);
                mbu.close(Duration.ZERO);
            }
            assertThat(other.session().decoded(0)).isEqualTo(TestSensor.sets(TestSensor.ecg(), 300, 600));
            assertThat(eventsOf(MbuEvent.SessionBegun.class)).isEmpty();
        } finally {
            host.startAgain();
        }
    }

    /** An earlier process has told the first host what the second one does not have, and nobody knows which units those were. */
    @Test
    void afterARestartAnotherStoreGetsANewSession() throws Exception {
        try (MobileBaseUnit mbu = between()
                .spool(directory, Duration.ZERO)
                .deregisterOnClose(false)
                .input(TestSensor.ecg())
                .start()) {
            offer(mbu.input("ecg"), 0, 300);
            assertDelivered(mbu);
        }
        host.stop();
        try (MobileBaseUnit mbu = between()
                .spool(directory, Duration.ZERO)
                .input(TestSensor.ecg())
                .start()) {
            offer(mbu.input("ecg"), 600, 300);
            assertDelivered(mbu);
            assertThat(awaitEvent(MbuEvent.SessionBegun.class)).hasSize(1);
            assertThat(other.session(1).decoded(0)).endsWith(TestSensor.sets(TestSensor.ecg(), 600, 900));
        } finally {
            host.startAgain();
        }
    }

    /** A captive network, or a wrong proxy: another broker would not help, and the other path works. */
    @Test
    void aBrokerIsNotLeftBecauseOnePathIsRefused() throws Exception {
        try (TestHost captive = TestHost.start()) {
            captive.authorization = "Basic bG9nIGluOmZpcnN0";
            UplinkFactory refused = new ForwardingUplink.Factory(
                    "refused",
                    "by a captive network",
                    context -> Uplinks.named(Uplinks.CHUNKED).open(context.to(captive.base())));
            try (MobileBaseUnit mbu = between()
                    .path(PathSettings.named("wifi"), refused)
                    .path(PathSettings.named("lte"))
                    .input(TestSensor.ecg())
                    .start()) {
                soon("wifi is refused finally")
                        .until(() -> eventsOf(MbuEvent.Refused.class).size() > 3);
                soon("LTE is connected").until(() -> mbu.status().paths().get(1).connected());
                int before = eventsOf(MbuEvent.Refused.class).size();
                soon("and again").until(() -> eventsOf(MbuEvent.Refused.class).size() > before + 3);
                offer(mbu.input("ecg"), 0, 300);
                assertDelivered(mbu);
                assertThat(eventsOf(MbuEvent.BrokerChanged.class)).hasSize(1);
            }
            soon("its connections are closed").until(() -> captive.openConnections() == 0);
        }
    }

    @Test
    void pathsWithBrokersOfTheirOwnAreRefused() {
        MobileBaseUnitBuilder builder = between()
                .input(TestSensor.ecg())
                .path(PathSettings.named("wifi"))
                .path(PathSettings.named("lte").broker(URI.create("http://127.0.0.1:1/")));
        assertThatThrownBy(builder::start)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("path lte: it has a broker of its own");
    }

    @Test
    void everyBrokerBeyondThisMachineNeedsTls() {
        MobileBaseUnitBuilder builder =
                between(host.base(), URI.create("http://192.0.2.1/")).input(TestSensor.ecg());
        assertThatThrownBy(builder::start)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("http://192.0.2.1/");
    }

    @Test
    void aSourceThatIsNotInstalledIsNamed() {
        assertThatThrownBy(() -> builder().brokers("carrier-pigeon", "coop"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no source of brokers 'carrier-pigeon'");
    }

    @Test
    void aBrokerWithoutItsSchemeIsToldToBeGivenAsAUrl() {
        assertThatThrownBy(() -> builder().brokers("localhost", "8080"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageEndingWith(". For a broker give a URL, such as http://localhost:8080/");
    }

    private static long gapsOf(TestHost at) {
        long units = 0;
        for (Sequenced item : at.session().stored(0)) {
            units += item instanceof Gap gap ? gap.unitCount() : 0;
        }
        return units;
    }
}
