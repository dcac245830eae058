package org.banip.mbu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.banip.core.ban.SensorGroup;
import org.banip.core.ban.ServiceClass;
import org.banip.core.error.ErrorCode;
import org.banip.core.packet.Gap;
import org.banip.core.packet.Sequenced;
import org.banip.mbu.spi.MbuEvent;
import org.banip.mbu.spi.SensorInput;
import org.banip.mbu.testhost.Fault;
import org.banip.mbu.testhost.TestHost;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An MBU that is closed in an outage and started again in the same directory goes on with its session. */
class ResumedMbuTest extends MbuFixture {
    private static final SensorGroup ECG = TestSensor.ecg();
    private static final int UNITS = 720;

    @TempDir
    Path directory;

    @Override
    String uplink() {
        return "chunked";
    }

    private MobileBaseUnitBuilder inDirectory() {
        return builder().spool(directory, Duration.ofMillis(10)).chain("packetizer(units=90)|deflate");
    }

    private long files() throws Exception {
        try (Stream<Path> all = Files.list(directory)) {
            return all.filter(file -> file.toString().endsWith(".log")).count();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void sendsWhatIsLeftInTheSameSession(boolean registeredBefore) throws Exception {
        UUID session;
        if (!registeredBefore) {
            host.stop();
        }
        try (MobileBaseUnit mbu = inDirectory().input(ECG).start()) {
            if (registeredBefore) {
                offer(mbu.input("ecg"), 0, 360);
                assertDelivered(mbu);
                host.stop();
                offer(mbu.input("ecg"), 360, UNITS - 360);
            } else {
                offer(mbu.input("ecg"), 0, UNITS);
            }
            session = mbu.status().session();
            soon("all is in packets").until(() -> mbu.status().groups().get(0).unitsEncoded() == UNITS);
            mbu.close(Duration.ZERO);
        }
        assertThat(files()).isPositive();
        host.startAgain();
        try (MobileBaseUnit mbu = inDirectory().input(ECG).start()) {
            assertThat(mbu.status().session()).isEqualTo(session);
            offer(mbu.input("ecg"), 0, 90);
            assertDelivered(mbu);
            assertThat(mbu.status().groups().get(0).unitsAcknowledged())
                    .isEqualTo(mbu.status().groups().get(0).unitsProduced());
        }
        assertThat(host.sessions()).isEqualTo(1);
        byte[] expected = TestSensor.sets(ECG, 0, UNITS);
        byte[] both = Arrays.copyOf(expected, expected.length + 90 * ECG.setBytes());
        System.arraycopy(TestSensor.sets(ECG, 0, 90), 0, both, expected.length, 90 * ECG.setBytes());
        assertThat(host.session().decoded(0)).isEqualTo(both);
        List<Gap> gaps = gaps(0);
        assertThat(gaps).hasSize(1);
        assertThat(gaps.get(0).firstUnit()).isEqualTo(UNITS);
        assertThat(gaps.get(0).reason()).isEqualTo(Gap.Reason.SENSOR_SILENT);
        assertThat(files()).as("the session has ended").isZero();
    }

    private List<Gap> gaps(int group) {
        return host.session().stored(group).stream()
                .filter(Gap.class::isInstance)
                .map(Gap.class::cast)
                .collect(Collectors.toList());
    }

    /** What the MBU reads itself begins a new grid. What was left out of it is told to the app, too. */
    @Test
    void sensorsGoOnBehindADeclaredGap() throws Exception {
        host.stop();
        SensorGroup motion = TestSensor.group("motion", 50, ServiceClass.BULK);
        long first;
        try (MobileBaseUnit mbu =
                inDirectory().sensor(new TestSensor(motion, 10_000)).speed(1).start()) {
            soon("some packets").until(() -> mbu.status().groups().get(0).spoolPackets() >= 1);
            mbu.close(Duration.ZERO);
            first = mbu.status().groups().get(0).unitsEncoded();
        }
        host.startAgain();
        try (MobileBaseUnit mbu =
                inDirectory().sensor(new TestSensor(motion, 50)).speed(1).start()) {
            assertDelivered(mbu);
        }
        assertThat(gaps(0)).hasSize(1);
        assertThat(gaps(0).get(0).firstUnit()).isLessThanOrEqualTo(first);
        List<Sequenced> items = host.session().stored(0);
        assertThat(items.get(items.size() - 1).endUnit()).isEqualTo(50);
        assertThat(eventsOf(MbuEvent.GapDeclared.class)).hasSize(1);
    }

    @Test
    void beginsAnotherSessionInTheDirectoryIfTheHostRefusesTheFormerOne() throws Exception {
        UUID session;
        host.stop();
        try (MobileBaseUnit mbu = inDirectory().input(ECG).start()) {
            offer(mbu.input("ecg"), 0, UNITS);
            session = mbu.status().session();
            soon("all is in packets").until(() -> mbu.status().groups().get(0).unitsEncoded() == UNITS);
            mbu.close(Duration.ZERO);
        }
        host.startAgain();
        host.fail(
                TestHost.Kind.REGISTER,
                Fault.refuse(ErrorCode.SESSION_MISMATCH),
                Fault.refuse(ErrorCode.SESSION_MISMATCH),
                Fault.refuse(ErrorCode.SESSION_MISMATCH));
        try (MobileBaseUnit mbu =
                inDirectory().input(ECG).deregisterOnClose(false).start()) {
            SensorInput input = mbu.input("ecg");
            assertThat(input.group()).isEqualTo(ECG);
            assertDelivered(mbu);
            assertThat(mbu.status().session()).isNotEqualTo(session);
            session = mbu.status().session();
        }
        assertStored(0, ECG, UNITS);
        try (MobileBaseUnit mbu = inDirectory().input(ECG).start()) {
            assertThat(mbu.status().session()).as("it was not deregistered").isEqualTo(session);
        }
    }

    /** What docs/embedding.md tells an app to do. */
    @Test
    void anotherDescriptionUsesTheDirectoryOnceTheFormerOneHasDelivered() throws Exception {
        SensorGroup motion = TestSensor.group("motion", 50, ServiceClass.BULK);
        host.stop();
        try (MobileBaseUnit mbu = inDirectory().input(ECG).start()) {
            offer(mbu.input("ecg"), 0, UNITS);
            soon("all is in packets").until(() -> mbu.status().groups().get(0).unitsEncoded() == UNITS);
            mbu.close(Duration.ZERO);
        }
        host.startAgain();
        assertThatThrownBy(() -> inDirectory().input(motion).start())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("had another BAN description");
        try (MobileBaseUnit former = inDirectory().input(ECG).start()) {
            assertDelivered(former);
        }
        assertStored(0, ECG, UNITS);
        try (MobileBaseUnit mbu = inDirectory().input(motion).start()) {
            offer(mbu.input("motion"), 0, 50);
            assertDelivered(mbu);
        }
        assertThat(host.sessions()).isEqualTo(2);
    }

    @Test
    void startRefusesADirectoryInUseAndLeavesItAlone() throws Exception {
        try (MobileBaseUnit mbu = inDirectory().input(ECG).start()) {
            assertThatThrownBy(() -> inDirectory().input(ECG).start())
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("another MBU uses the directory");
            offer(mbu.input("ecg"), 0, UNITS);
            assertDelivered(mbu);
        }
        assertStored(0, ECG, UNITS);
    }

    @Test
    void aStartThatFailsLetsTheDirectoryGo() throws Exception {
        host.stop();
        assertThatThrownBy(() -> inDirectory()
                        .input(ECG)
                        .startTimeout(Duration.ofMillis(50))
                        .start())
                .hasMessageContaining("not registered within");
        host.startAgain();
        try (MobileBaseUnit mbu = inDirectory().input(ECG).start()) {
            offer(mbu.input("ecg"), 0, UNITS);
            assertDelivered(mbu);
        }
        assertStored(0, ECG, UNITS);
    }
}
