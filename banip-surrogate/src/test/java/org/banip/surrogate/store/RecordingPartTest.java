package org.banip.surrogate.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.banip.core.ban.BanDescription;
import org.banip.core.ban.Channel;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SampleLayout;
import org.banip.core.ban.SensorGroup;
import org.banip.core.packet.Gap;
import org.banip.core.transcoding.spi.Block;
import org.banip.recordings.export.RecordingVisitor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A range of time has what was sampled, or happened, in it. */
class RecordingPartTest {
    private static final long ORIGIN = Recorder.ORIGIN;
    private static final long SECOND = 1_000_000_000L;
    private static final int ECG = 0;
    private static final int FALLS = 1;
    private static final List<Channel> CHANNELS = List.of(new Channel("a", "mV", 16, 0, 10_000, 0, 100));
    private static final SensorGroup EVENTS = SensorGroup.alarms("falls", 8, CHANNELS);
    private static final BanDescription BAN =
            new BanDescription("ban-1", List.of(SensorGroup.live("ecg", Frequency.ofHz(1), CHANNELS), EVENTS));

    private Store store;
    private Recorder recorder;

    @BeforeEach
    void open(@TempDir Path directory) {
        store = JdbcStore.open(directory.resolve("store.db"));
        recorder = new Recorder(store, BAN);
    }

    @AfterEach
    void close() {
        store.close();
    }

    @Test
    void sensorSetsAndGapsAreCutByTheirGrid() {
        int[][] ten = IntStream.range(0, 10).mapToObj(unit -> new int[] {unit}).toArray(int[][]::new);
        recorder.sets(ECG, ORIGIN, 0, ten).gap(ECG, ORIGIN, 10, 10, Gap.Reason.THINNED);
        RecordingPart part = part(recorder.store(), 5, 12);
        List<String> seen = new ArrayList<>();
        part.read(ECG, Long.MAX_VALUE, new RecordingVisitor() {
            @Override
            public void sets(Block block) {
                seen.add(block.firstUnit() + "+" + block.unitCount());
            }

            @Override
            public void gap(Gap gap) {
                seen.add("gap " + gap.firstUnit() + "+" + gap.unitCount());
            }
        });
        assertThat(seen).containsExactly("5+5", "gap 10+2");
        assertThat(part.startNanos(ECG)).contains(ORIGIN + 5 * SECOND);
    }

    /** Events have no grid: by the numbers of their units, all of these would be in the first second. */
    @Test
    void eventsAreCutByTheirOwnInstants() {
        recorder.events(FALLS, ORIGIN, 0, instants(100, 2000, 2001, 150, 2002, 300))
                .gap(FALLS, ORIGIN, 6, 1, Gap.Reason.THINNED);
        StoredRecording recording = recorder.store();
        RecordingPart part = part(recording, 2000, 2002);
        assertThat(events(part)).containsExactly(2000L, 2001L);
        assertThat(part.isEmpty()).isFalse();
        assertThat(part.startNanos(FALLS)).contains(ORIGIN + 2000 * SECOND);
        assertThat(part(recording, 0, 1).isEmpty()).isTrue();
        assertThat(events(part(recording, 0, 3000))).containsExactly(100L, 2000L, 2001L, 150L, 2002L, 300L);
    }

    @Test
    void aRangeWithoutEndHasTheLastInstant() {
        recorder.events(FALLS, Long.MAX_VALUE - 1, 0, new long[] {Long.MIN_VALUE, Long.MAX_VALUE - 1, Long.MAX_VALUE});
        RecordingPart all = new RecordingPart(new WholeRecording(recorder.store()), Long.MIN_VALUE, Long.MAX_VALUE);
        List<Integer> events = new ArrayList<>();
        all.read(FALLS, Long.MAX_VALUE, block -> events.add(block.unitCount()));
        assertThat(events.stream().mapToInt(Integer::intValue).sum()).isEqualTo(3);
    }

    private static long[] instants(long... seconds) {
        return IntStream.range(0, seconds.length)
                .mapToLong(at -> ORIGIN + seconds[at] * SECOND)
                .toArray();
    }

    private static RecordingPart part(StoredRecording recording, long fromSecond, long toSecond) {
        return new RecordingPart(
                new WholeRecording(recording), ORIGIN + fromSecond * SECOND, ORIGIN + toSecond * SECOND);
    }

    /** The seconds of the events. */
    private static List<Long> events(RecordingPart part) {
        List<Long> seconds = new ArrayList<>();
        SampleLayout layout = new SampleLayout(EVENTS);
        part.read(FALLS, Long.MAX_VALUE, block -> {
            for (int at = 0; at < block.length(); at += layout.setBytes()) {
                seconds.add((layout.instantNanos(block.bytes(), at, 0, 0) - ORIGIN) / SECOND);
            }
        });
        return seconds;
    }
}
