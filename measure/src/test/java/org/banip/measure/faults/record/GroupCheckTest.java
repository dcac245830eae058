package org.banip.measure.faults.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.banip.core.packet.Gap;
import org.banip.core.transcoding.spi.Block;
import org.banip.mbu.GroupStatus;
import org.banip.mbu.MbuState;
import org.banip.mbu.spi.Sensor;
import org.banip.measure.faults.process.FaultSignal;
import org.banip.measure.faults.process.FaultSignals;
import org.banip.measure.faults.process.MbuCounters;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two processes of an MBU with a directory, 250 Hz, and what may be wrong in the record of their session. */
class GroupCheckTest {
    private static final int ECG = 1;
    private static final long SECOND = 1_000_000_000;
    private static final long ORIGIN = 1_795_215_600L * SECOND;
    /** The second process begins after 3 s, which is sensor set 750 of the first one's grid. */
    private static final long NEXT_ORIGIN = ORIGIN + 3 * SECOND;

    @TempDir
    private Path directory;

    private final List<MbuRun> runs = new ArrayList<>();
    private final RecordFindings findings = new RecordFindings();

    /** A process that has given 520 sensor sets, of which 500 are in packets. */
    private void process(long originNanos) throws IOException {
        MbuCounters counters = MbuCounters.open(directory.resolve("counters-" + runs.size()));
        counters.origin(originNanos);
        counters.given(ECG, 520);
        counters.look(List.of(status(0, 0), status(520, 500), status(0, 0)), MbuState.CONNECTED, originNanos);
        FaultSignal signal = new FaultSignal(1, runs.size() + 1);
        runs.add(new MbuRun(signal, new UUID(0, 1), counters, true, originNanos + SECOND));
    }

    private static GroupStatus status(long produced, long encoded) {
        return new GroupStatus(
                "ecg", produced, 0, 0, encoded, 0, 0, 0, 0, 0, 0, 0, 0, false, false, false, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    }

    private GroupCheck twoProcesses() throws IOException {
        process(ORIGIN);
        runs.get(0).end();
        process(NEXT_ORIGIN);
        return new GroupCheck("ecg", ECG, runs, findings);
    }

    private Block block(int run, long first, int count) {
        Block block = new Block(4 * count);
        Sensor sensor = FaultSignals.sensor(runs.get(run).signal(), ECG, directory);
        int skipped = first == 0 ? 0 : sensor.read(block, (int) first);
        assertThat(skipped).isEqualTo(first);
        block.clear();
        assertThat(sensor.read(block, count)).isEqualTo(count);
        block.describe(runs.get(run).originNanos(), first, count);
        return block;
    }

    private static Gap gap(long first, long end, Gap.Reason reason) {
        return new Gap(ECG, 5, 1, ORIGIN, first, end - first, reason);
    }

    private void end(GroupCheck check) {
        check.end(1, new long[] {0, 100, 0}[ECG], true);
    }

    @Test
    void whatWasInPacketsIsStoredAndTheRestIsDeclared() throws IOException {
        GroupCheck check = twoProcesses();
        check.sets(block(0, 0, 300));
        check.sets(block(0, 300, 200));
        check.gap(gap(500, 750, Gap.Reason.SENSOR_SILENT));
        check.sets(block(1, 0, 100));
        end(check);
        assertThat(findings.problems()).isEmpty();
        assertThat(findings.sets()).isEqualTo(600);
        assertThat(findings.gaps()).isEqualTo(1);
        assertThat(findings.declared()).isEqualTo(250);
        assertThat(findings.lost()).isEqualTo(20);
        assertThat(findings.longestSeconds()).isEqualTo(0.08);
    }

    @Test
    void aProcessThatWasKilledBeforeItsFirstPacketHasAGapOfItsOwn() throws IOException {
        process(ORIGIN);
        runs.get(0).end();
        MbuCounters counters = MbuCounters.open(directory.resolve("short"));
        counters.origin(ORIGIN + 5 * SECOND / 2);
        runs.add(new MbuRun(new FaultSignal(1, 9), new UUID(0, 1), counters, true, NEXT_ORIGIN));
        process(NEXT_ORIGIN);
        GroupCheck check = new GroupCheck("ecg", ECG, runs, findings);
        check.sets(block(0, 0, 500));
        check.gap(gap(500, 625, Gap.Reason.SENSOR_SILENT));
        check.gap(gap(625, 750, Gap.Reason.SENSOR_SILENT));
        check.sets(block(2, 0, 100));
        check.end(2, 100, true);
        assertThat(findings.problems()).isEmpty();
    }

    @Test
    void aLossWithoutAGapIsFound() throws IOException {
        GroupCheck check = twoProcesses();
        check.sets(block(0, 0, 300));
        check.sets(block(0, 310, 200));
        assertThat(findings.problems())
                .containsExactly("ecg: process 1: 10 sensor sets are lost without a gap, from 300 on");
    }

    @Test
    void aDoubledPacketIsFound() throws IOException {
        GroupCheck check = twoProcesses();
        check.sets(block(0, 0, 300));
        check.sets(block(0, 290, 10));
        assertThat(findings.problems()).containsExactly("ecg: process 1: 10 sensor sets are doubled, from 290 on");
    }

    @Test
    void oneWrongSampleIsFound() throws IOException {
        GroupCheck check = twoProcesses();
        Block block = block(0, 0, 300);
        block.bytes()[1199] ^= 1;
        check.sets(block);
        assertThat(findings.problems()).singleElement().asString().contains("not those that the sensor gave");
    }

    @Test
    void sensorSetsOfAFormerProcessAreOutOfOrder() throws IOException {
        GroupCheck check = twoProcesses();
        check.sets(block(0, 0, 500));
        check.gap(gap(500, 750, Gap.Reason.SENSOR_SILENT));
        check.sets(block(1, 0, 100));
        check.sets(block(0, 500, 10));
        assertThat(findings.problems()).singleElement().asString().contains("out of order");
    }

    @Test
    void aProcessAfterAnotherOneNeedsAGap() throws IOException {
        GroupCheck check = twoProcesses();
        check.sets(block(0, 0, 500));
        check.sets(block(1, 0, 100));
        assertThat(findings.problems()).containsExactly("ecg: no gap is declared between process 1 and process 2");
    }

    @Test
    void aGapThatIsTooLongIsFound() throws IOException {
        GroupCheck check = twoProcesses();
        check.sets(block(0, 0, 500));
        check.gap(gap(500, 760, Gap.Reason.SENSOR_SILENT));
        check.sets(block(1, 0, 100));
        assertThat(findings.problems()).singleElement().asString().contains("expected is one to 750");
    }

    @Test
    void aGapInsideAProcessIsFound() throws IOException {
        GroupCheck check = twoProcesses();
        check.sets(block(0, 0, 300));
        check.gap(gap(300, 310, Gap.Reason.SENSOR_SILENT));
        check.sets(block(0, 310, 100));
        assertThat(findings.problems()).singleElement().asString().contains("which has not ended");
    }

    @Test
    void aGapForWantOfRoomIsFound() throws IOException {
        GroupCheck check = twoProcesses();
        check.sets(block(0, 0, 300));
        check.gap(gap(300, 310, Gap.Reason.SPOOL_FULL));
        assertThat(findings.problems()).singleElement().asString().contains("has the reason SPOOL_FULL");
    }

    @Test
    void aPacketThatWasNotDeliveredIsFound() throws IOException {
        GroupCheck check = twoProcesses();
        check.sets(block(0, 0, 490));
        check.gap(gap(490, 750, Gap.Reason.SENSOR_SILENT));
        check.sets(block(1, 0, 100));
        end(check);
        assertThat(findings.problems())
                .containsExactly("ecg: process 1: 10 sensor sets are lost that were in packets, from 490 on");
    }

    @Test
    void whatWasAcknowledgedMustBeStored() throws IOException {
        GroupCheck check = twoProcesses();
        check.sets(block(0, 0, 500));
        check.gap(gap(500, 750, Gap.Reason.SENSOR_SILENT));
        check.sets(block(1, 0, 90));
        end(check);
        assertThat(findings.problems())
                .containsExactly("ecg: process 2: 10 sensor sets are lost that were acknowledged, from 90 on");
    }

    @Test
    void whatWasStoredOnceStays() throws IOException {
        GroupCheck before = twoProcesses();
        before.sets(block(0, 0, 510));
        before.gap(gap(510, 750, Gap.Reason.SENSOR_SILENT));
        before.sets(block(1, 0, 100));
        end(before);
        GroupCheck after = new GroupCheck("ecg", ECG, runs, findings);
        after.sets(block(0, 0, 505));
        after.gap(gap(505, 750, Gap.Reason.SENSOR_SILENT));
        after.sets(block(1, 0, 100));
        end(after);
        assertThat(findings.problems()).singleElement().asString().contains("5 sensor sets are lost");
    }
}
