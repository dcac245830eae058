package org.banip.mbu;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import org.banip.core.ban.SensorGroup;
import org.banip.core.error.ErrorCode;
import org.banip.core.packet.Gap;
import org.banip.mbu.settings.FullPolicy;
import org.banip.mbu.settings.ReconnectSettings.GivingUp;
import org.banip.mbu.spi.MbuEvent;
import org.banip.mbu.spi.OfferOutcome;
import org.banip.mbu.spi.SensorInput;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The spool's directory goes away while the MBU runs. Whatever {@link GivingUp} says, the MBU fails; the next one in the directory loses nothing that
 * was in a packet (docs/delivery.md, "Which errors end an MBU").
 */
class FailedDirectoryTest extends MbuFixture {
    private static final SensorGroup ECG = TestSensor.ecg();
    private static final int PACKET = 90;

    @TempDir
    Path directory;

    @Override
    String uplink() {
        return "chunked";
    }

    private MobileBaseUnitBuilder inDirectory() {
        return builder()
                .spool(directory.resolve("spool"), Duration.ofMillis(10))
                .chain("packetizer(units=" + PACKET + ")")
                .reconnect(HURRY.withGivingUp(GivingUp.NEVER))
                .input(ECG)
                .fullPolicy("ecg", FullPolicy.WAIT);
    }

    @Test
    void theNextMbuInTheDirectoryGoesOnWhereTheFailedOneEnded() throws Exception {
        UUID session;
        long written;
        try (MobileBaseUnit mbu = inDirectory().start()) {
            SensorInput input = mbu.input("ecg");
            session = mbu.status().session();
            offer(input, 0, 4 * PACKET);
            assertDelivered(mbu);
            // The file that is open is still written; the next one cannot be made.
            Files.move(directory.resolve("spool"), directory.resolve("elsewhere"));
            OfferOutcome last = OfferOutcome.ACCEPTED;
            for (int unit = 4 * PACKET; last == OfferOutcome.ACCEPTED; unit++) {
                last = input.offerNext(TestSensor.sample(unit, 0), TestSensor.sample(unit, 1));
            }
            assertThat(last).isEqualTo(OfferOutcome.CLOSED);
            awaitState(mbu, MbuState.FAILED);
            MbuEvent.Failed told = awaitEvent(MbuEvent.Failed.class).get(0);
            assertThat(told.failure().code()).isEqualTo(ErrorCode.SPOOL_FULL);
            assertThat(told.failure()).hasMessageStartingWith("spool: ");
            written = mbu.status().groups().get(0).unitsEncoded();
        }
        Files.move(directory.resolve("elsewhere"), directory.resolve("spool"));
        try (MobileBaseUnit mbu = inDirectory().start()) {
            assertThat(mbu.status().session()).isEqualTo(session);
            offer(mbu.input("ecg"), 0, PACKET);
            assertDelivered(mbu);
        }
        assertThat(host.sessions()).isEqualTo(1);
        byte[] before = TestSensor.sets(ECG, 0, written);
        byte[] after = TestSensor.sets(ECG, 0, PACKET);
        byte[] all = Arrays.copyOf(before, before.length + after.length);
        System.arraycopy(after, 0, all, before.length, after.length);
        assertThat(host.session().decoded(0)).isEqualTo(all);
        List<Gap> gaps = host.session().stored(0).stream()
                .filter(Gap.class::isInstance)
                .map(Gap.class::cast)
                .collect(Collectors.toList());
        assertThat(gaps).hasSize(1);
        assertThat(gaps.get(0).firstUnit()).isEqualTo(written);
        assertThat(gaps.get(0).reason()).isEqualTo(Gap.Reason.SENSOR_SILENT);
    }
}
