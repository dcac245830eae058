package org.banip.surrogate.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.IntStream;
import org.banip.core.ban.BanDescription;
import org.banip.core.ban.Channel;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SensorGroup;
import org.banip.core.error.BanipException;
import org.banip.core.packet.Gap;
import org.banip.core.transcoding.Transcoders;
import org.banip.core.transcoding.spi.Block;
import org.banip.recordings.export.RecordingVisitor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoredRecordingTest {
    private static final long ORIGIN = Recorder.ORIGIN;
    private static final BanDescription BAN = new BanDescription(
            "ban-1", List.of(group("one", 1000, channel("a")), group("two", 1000, channel("a"), channel("b"))));

    @TempDir
    Path directory;

    private JdbcStore store;

    private static SensorGroup group(String name, long hertz, Channel... channels) {
        return SensorGroup.live(name, Frequency.ofHz(hertz), List.of(channels));
    }

    private static Channel channel(String label) {
        return Channel.ofGain(label, "mV", 16, -32768, 32767, 200, 0);
    }

    private static int[][] ramp(int from, int count) {
        return IntStream.range(from, from + count).mapToObj(i -> new int[] {i}).toArray(int[][]::new);
    }

    @BeforeEach
    void openStore() {
        store = JdbcStore.open(directory.resolve("store.db"));
    }

    @AfterEach
    void closeStore() {
        store.close();
    }

    private void sql(String statement) throws SQLException {
        try (Connection connection = TestConnections.open("jdbc:sqlite:" + directory.resolve("store.db"));
                Statement jdbc = connection.createStatement()) {
            jdbc.execute(statement);
        }
    }

    /** Writes down what it gets. */
    private static final class Notes implements RecordingVisitor {
        private final List<String> lines = new ArrayList<>();

        @Override
        public void sets(Block block) {
            lines.add(block.firstUnit() + "+" + block.unitCount());
        }

        @Override
        public void gap(Gap gap) {
            lines.add("gap " + gap.firstUnit() + "+" + gap.unitCount());
        }

        @Override
        public void damaged(BanipException cause) {
            lines.add(cause instanceof DamagedItemException ? cause.code().token() : cause.getMessage());
        }

        static List<String> of(StoredRecording recording) {
            Notes notes = new Notes();
            recording.read(0, notes);
            return notes.lines;
        }
    }

    @Test
    void readsSetsAndGapsInOrder() {
        StoredRecording recording = new Recorder(store, BAN)
                .sets(0, ORIGIN, 0, ramp(0, 150))
                .gap(0, ORIGIN, 150, 50, Gap.Reason.SENSOR_SILENT)
                .sets(0, ORIGIN, 200, ramp(200, 100))
                .store();
        assertThat(Notes.of(recording)).containsExactly("0+100", "100+50", "gap 150+50", "200+100");
        Notes notes = new Notes();
        recording.read(0, 3, notes);
        assertThat(notes.lines).hasSize(3);
    }

    @Test
    void takesUpAgainWithTheNextKeyPacketAfterDamage() throws Exception {
        // The chain keeps state; every tenth packet is a key packet.
        StoredRecording recording =
                new Recorder(store, BAN).sets(0, ORIGIN, 0, ramp(0, 1200)).store();
        sql("UPDATE item SET payload = x'00' WHERE sequence = 7");

        assertThat(Notes.of(recording))
                .containsExactly(
                        "0+100",
                        "100+100",
                        "200+100",
                        "300+100",
                        "400+100",
                        "500+100",
                        "600+100",
                        "checksum-mismatch",
                        "group one, numbers 7 to 9: 300 sensor sets from 2026-01-01T00:00:00.950Z to 2026-01-01T00:00:01.250Z cannot be"
                                + " decoded; the next key packet is number 10",
                        "1000+100",
                        "1100+100");
    }

    @Test
    void digestDependsOnBytesAndInstantsButNotOnPackets() {
        int[][] pairs = IntStream.range(0, 500).mapToObj(i -> new int[] {i, -i}).toArray(int[][]::new);
        SensorSetDigest one = new Recorder(store, BAN)
                .sets(0, ORIGIN, 0, ramp(0, 500))
                .sets(1, ORIGIN, 0, pairs)
                .store()
                .digest();
        SensorSetDigest two = new Recorder(store, BAN)
                .sets(0, ORIGIN, 0, ramp(0, 30))
                .flush(0)
                .sets(0, ORIGIN, 30, ramp(30, 470))
                .sets(1, ORIGIN, 0, pairs)
                .store()
                .digest();
        SensorSetDigest other = new Recorder(store, BAN)
                .sets(0, ORIGIN, 0, ramp(1, 500))
                .sets(1, ORIGIN, 0, pairs)
                .store()
                .digest();
        SensorSetDigest later = new Recorder(store, BAN)
                .sets(0, ORIGIN, 0, ramp(0, 500))
                .sets(1, ORIGIN, 1, pairs)
                .store()
                .digest();

        assertThat(two.hex()).isEqualTo(one.hex());
        assertThat(two.sets(0)).isEqualTo(500);
        assertThat(other.hex()).isNotEqualTo(one.hex());
        assertThat(other.hex(0)).isNotEqualTo(one.hex(0));
        assertThat(other.hex(1)).isEqualTo(one.hex(1));
        assertThat(later.hex(0)).isEqualTo(one.hex(0));
        assertThat(later.hex(1)).isNotEqualTo(one.hex(1));
    }

    @Test
    void digestIsOverTheInstantAndTheBytesOfEachSensorSet() throws NoSuchAlgorithmException {
        SensorSetDigest digest = new SensorSetDigest(BAN);
        digest.update(1, new byte[] {9, 1, 2, 3, 4, 5, 6, 7, 8}, 1, 2, 100, 0);
        long period = BAN.groups().get(1).frequency().nanosOfUnit(1);
        ByteBuffer expected = ByteBuffer.allocate(24)
                .putLong(100)
                .put(new byte[] {1, 2, 3, 4})
                .putLong(100 + period)
                .put(new byte[] {5, 6, 7, 8});
        assertThat(digest.hex(1))
                .isEqualTo(HexFormat.of()
                        .formatHex(MessageDigest.getInstance("SHA-256").digest(expected.array())));
        assertThat(digest.sets(1)).isEqualTo(2);
    }

    @Test
    void namesAChainItDoesNotKnow() {
        StoredRecording recording = new Recorder(store, BAN).store();
        assertThatThrownBy(() -> new StoredRecording(store, recording.interconnect(), new Transcoders(List.of())))
                .isInstanceOf(BanipException.class)
                .hasMessageContaining("unknown component 'packetizer'");
    }

    @Test
    void knowsWhenAGroupBegins() {
        StoredRecording recording = new Recorder(store, BAN)
                .gap(0, ORIGIN, 0, 3, Gap.Reason.SENSOR_SILENT)
                .sets(0, ORIGIN, 3, ramp(0, 500))
                .store();
        assertThat(recording.startNanos(0)).contains(ORIGIN + 3_000_000);
        assertThat(recording.startNanos(1)).isEmpty();
    }
}
