package org.banip.mbu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.Collectors;
import org.banip.core.ban.SensorGroup;
import org.banip.core.ban.ServiceClass;
import org.banip.core.packet.Gap;
import org.banip.core.packet.Sequenced;
import org.banip.mbu.settings.SpoolSettings;
import org.banip.mbu.spi.MbuEvent;
import org.banip.mbu.spi.SensorInput;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A link that does not carry everything: groups that may be thinned are thinned and have gaps, and the other packets are exact. */
class ThinningTest extends MbuFixture {
    private static final SensorGroup ALARM = TestSensor.group("alarm", 10, ServiceClass.ALARM);
    private static final SensorGroup ECG = TestSensor.ecg();
    private static final SensorGroup MOTION = TestSensor.group("motion", 50, ServiceClass.BULK);
    private static final int UNITS = 36_000;

    @Override
    String uplink() {
        return "chunked";
    }

    @ParameterizedTest
    @ValueSource(strings = {"packetizer(units=36,hold=0)|deflate(context=stream)", "packetizer(units=36,hold=0)"})
    void givesUpPacketsOlderThanTheLatencyBoundAndDeclaresGaps(String chain) throws Exception {
        host.stop();
        try (MobileBaseUnit mbu = builder()
                .input(ALARM)
                .input(ECG)
                .input(MOTION)
                .thinning("ecg")
                .chain(chain)
                .spool(new SpoolSettings(200, 1 << 20, 1 << 20, 0.4))
                .start()) {
            offer(mbu.input("alarm"), 0, 360);
            offer(mbu.input("motion"), 0, 720);
            soon("alarms and motion are in the spool")
                    .until(() -> mbu.status().groups().get(0).spoolPackets() == 10
                            && mbu.status().groups().get(2).spoolPackets() == 20);
            SensorInput ecg = mbu.input("ecg");
            offer(ecg, 0, UNITS);
            soon("all of it is encoded")
                    .until(() -> mbu.status().groups().get(1).unitsEncoded() == UNITS);
            assertThat(mbu.status().groups().get(1).spoolPackets())
                    .as("consecutive gaps are joined")
                    .isLessThan(60);
            host.startAgain();
            assertDelivered(mbu);
            GroupStatus status = mbu.status().groups().get(1);
            assertThat(status.unitsDropped()).isZero();
            assertThat(status.unitsThinned()).isEqualTo(status.unitsInGaps()).isGreaterThan(UNITS / 2);
            assertThat(status.unitsAcknowledged() + status.unitsThinned()).isEqualTo(UNITS);
            assertThat(mbu.status().groups().get(2).unitsInGaps()).isZero();
            assertThat(awaitEvent(MbuEvent.GapDeclared.class))
                    .allSatisfy(event -> assertThat(event.groupName()).isEqualTo("ecg"));
        }
        assertStored(0, ALARM, 360);
        assertStored(2, MOTION, 720);
        assertComplete(host.session().stored(1));
    }

    /** Packets and gaps have no hole between them, and the newest second is complete. */
    private static void assertComplete(List<Sequenced> stored) {
        long unit = 0;
        long sequence = 0;
        for (Sequenced item : stored) {
            assertThat(item.firstUnit()).isEqualTo(unit);
            assertThat(item.sequence()).isEqualTo(sequence);
            unit = item.endUnit();
            sequence = item.nextSequence();
        }
        assertThat(unit).isEqualTo(UNITS);
        List<Gap> gaps = stored.stream()
                .filter(Gap.class::isInstance)
                .map(Gap.class::cast)
                .collect(Collectors.toList());
        assertThat(gaps).isNotEmpty().allSatisfy(gap -> assertThat(gap.reason()).isEqualTo(Gap.Reason.THINNED));
        assertThat(stored.get(stored.size() - 1)).isNotInstanceOf(Gap.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"alarm", "pressure"})
    void refusesToThinAlarmsAndUnknownGroups(String group) {
        assertThatThrownBy(() -> builder().input(ALARM).thinning(group).start())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'" + group + "'");
    }
}
