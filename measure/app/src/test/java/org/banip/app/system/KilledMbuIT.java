package org.banip.app.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.banip.app.source.SignalSource;
import org.banip.core.ban.SensorGroup;
import org.banip.core.json.JsonObject;
import org.banip.core.packet.Gap;
import org.banip.core.transcoding.Transcoders;
import org.banip.core.transcoding.spi.Block;
import org.banip.mbu.settings.SpoolKeyFile;
import org.banip.mbu.spi.Sensor;
import org.banip.recordings.export.RecordingVisitor;
import org.banip.surrogate.store.InterconnectRecord;
import org.banip.surrogate.store.JdbcStore;
import org.banip.surrogate.store.SensorSetDigest;
import org.banip.surrogate.store.Store;
import org.banip.surrogate.store.StoredRecording;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * An MBU in a process of its own that is killed in an outage, started again in the same directory, killed again, and started again: the store has
 * one session with all that was in packets, exactly once and in order, and declared gaps for the rest.
 */
@Timeout(600)
@Execution(ExecutionMode.CONCURRENT)
class KilledMbuIT {
    private static final Pattern SENSED = Pattern.compile("sensor sets ([\\d,]+) acknowledged");
    /** Five seconds of signal, for a machine that is busy. The packet that is being filled has one second at most. */
    private static final long MOST_LOST = 1250;

    @TempDir
    Path directory;

    private final Socket reservation = new Socket();
    private BanipProcess host;
    private URI hostUri;

    @BeforeEach
    void startHost() throws Exception {
        reservation.setReuseAddress(true);
        reservation.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        host = hostProcess(reservation.getLocalPort());
        hostUri = host.awaitReady();
    }

    private BanipProcess hostProcess(int port) throws IOException {
        return BanipProcess.start(directory, "host", "--port", "" + port, "--store", "store.db");
    }

    @AfterEach
    void end() throws IOException {
        host.close();
        reservation.close();
    }

    private BanipProcess mbu(String spool, String... more) throws IOException {
        List<String> args = new ArrayList<>(
                List.of("mbu", "--json", "--wsb", hostUri.toString(), "--ban", "ban-1", "--spool", spool));
        args.addAll(List.of(more));
        return BanipProcess.start(directory, args.toArray(String[]::new));
    }

    /** Kills it, and returns how many sensor sets it has said that it had. */
    private static long killed(BanipProcess mbu) throws IOException {
        mbu.kill();
        long most = 0;
        for (MatchResult found : SENSED.matcher(mbu.said()).results().toList()) {
            most = Math.max(most, Long.parseLong(found.group(1).replace(",", "")));
        }
        assertThat(most).isPositive();
        return most;
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void allThatWasInPacketsIsStoredOnceAndTheRestIsDeclared(boolean encrypted) throws Exception {
        if (encrypted) {
            SpoolKeyFile.make(directory.resolve("spool.key"));
        }
        String key = encrypted ? ",key=spool.key" : "";
        List<Long> said = new ArrayList<>();
        try (BanipProcess mbu = mbu("spool" + key)) {
            mbu.awaitSaid("acknowledged [1-9][\\d,]* .* connected");
            host.kill();
            mbu.awaitSaidFromNow("backlog ([3-9]|\\d\\d) packets .*tries again");
            said.add(killed(mbu));
        }
        try (BanipProcess mbu = mbu("spool,sync=packet" + key)) {
            mbu.awaitSaid("goes on with session .*: ([3-9]|\\d\\d) packets of an earlier start wait in spool");
            mbu.awaitSaid("backlog ([7-9]|\\d\\d) packets");
            said.add(killed(mbu));
        }
        host = hostProcess(hostUri.getPort());
        host.awaitReady();
        JsonObject delivered;
        try (BanipProcess mbu = mbu("spool" + key, "--seconds", "3")) {
            assertThat(mbu.awaitExit()).as(mbu.said()).isZero();
            delivered = mbu.json();
        }
        assertThat(delivered.bool("delivered")).isTrue();
        long units = delivered.integer("units", 0, Long.MAX_VALUE);
        assertThat(delivered.integer("earlier", 1, units))
                .as("the digest covers this start only")
                .isEqualTo(units - delivered.objects("groups").get(0).integer("units", 0, units));
        assertStored(delivered.string("session"), said);
        try (Stream<Path> left = Files.list(directory.resolve("spool"))) {
            assertThat(left)
                    .as("the session has ended")
                    .extracting(Path::getFileName)
                    .containsExactly(Path.of("lock"));
        }
    }

    @Test
    void whatAnInterruptedMbuCouldNotDeliverIsDeliveredByTheNextOne() throws Exception {
        String session;
        try (BanipProcess mbu = mbu("spool")) {
            mbu.awaitSaid("acknowledged [1-9][\\d,]* .* connected");
            host.kill();
            mbu.awaitSaidFromNow("backlog ([2-9]|\\d\\d) packets .*tries again");
            mbu.interrupt();
            assertThat(mbu.awaitExit()).isEqualTo(130);
            assertThat(mbu.said()).contains("kept for the next start, since not acknowledged: ");
            session = mbu.json().string("session");
        }
        host = hostProcess(hostUri.getPort());
        host.awaitReady();
        try (BanipProcess mbu = mbu("spool", "--seconds", "1")) {
            assertThat(mbu.awaitExit()).as(mbu.said()).isZero();
            assertThat(mbu.json().string("session")).isEqualTo(session);
            assertThat(mbu.json().bool("delivered")).isTrue();
        }
        assertStored(session, List.of(0L));
    }

    /** One stretch for each process: the generated ECG from its beginning, and what is missing before the next one. */
    private void assertStored(String session, List<Long> said) {
        try (Store store = JdbcStore.openForReading(directory.resolve("store.db"))) {
            List<InterconnectRecord> all = store.interconnects();
            assertThat(all)
                    .singleElement()
                    .extracting(one -> one.session().toString())
                    .isEqualTo(session);
            Stretches stretches = new Stretches();
            new StoredRecording(store, all.get(0), Transcoders.installed()).read(0, stretches);
            stretches.end();
            assertThat(stretches.units).hasSize(said.size() + 1);
            long before = 0;
            for (int i = 0; i < said.size(); i++) {
                before += stretches.units.get(i);
                assertThat(before)
                        .as("sensor sets up to kill %s", i + 1)
                        .isGreaterThanOrEqualTo(said.get(i) - MOST_LOST);
            }
        }
    }

    /** Checks that the record is such stretches. */
    private static final class Stretches implements RecordingVisitor {
        final List<Long> units = new ArrayList<>();
        private final SensorGroup group =
                SignalSource.generated(Optional.empty()).groups().get(0);
        private Sensor expected = sensor();
        private long next;
        private long originNanos;
        private Optional<Gap> gap = Optional.empty();

        private Sensor sensor() {
            SignalSource source = SignalSource.generated(Optional.empty());
            return source.open(new SensorSetDigest(source.groups())).get(0);
        }

        @Override
        public void sets(Block block) {
            if (gap.isPresent()) {
                begin(block.originNanos(), gap.get());
            }
            originNanos = next == 0 ? block.originNanos() : originNanos;
            assertThat(block.originNanos()).isEqualTo(originNanos);
            assertThat(block.firstUnit()).as("exactly once and in order").isEqualTo(next);
            Block same = new Block(block.length());
            while (same.length() < block.length()) {
                int read = expected.read(same, block.unitCount() - same.length() / group.setBytes());
                assertThat(read).isPositive();
            }
            assertThat(Arrays.copyOf(block.bytes(), block.length()))
                    .isEqualTo(Arrays.copyOf(same.bytes(), same.length()));
            next += block.unitCount();
        }

        /** A gap is from the end of one process's signal to the beginning of the next one's. */
        private void begin(long nextOrigin, Gap declared) {
            assertThat(declared.originNanos()).isEqualTo(originNanos);
            assertThat(declared.firstUnit()).isEqualTo(next);
            assertThat(declared.reason()).isEqualTo(Gap.Reason.SENSOR_SILENT);
            assertThat(group.frequency().instantNanos(originNanos, declared.endUnit()))
                    .isGreaterThanOrEqualTo(nextOrigin);
            assertThat(group.frequency().instantNanos(originNanos, declared.endUnit() - 1))
                    .isLessThan(nextOrigin);
            units.add(next);
            gap = Optional.empty();
            next = 0;
            expected = sensor();
        }

        @Override
        public void gap(Gap declared) {
            assertThat(gap).as("one gap for each process").isEmpty();
            gap = Optional.of(declared);
        }

        void end() {
            assertThat(gap).isEmpty();
            units.add(next);
        }
    }
}
