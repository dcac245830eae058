package org.banip.surrogate.viewer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.banip.surrogate.wire.Patience.await;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.banip.core.ban.BanDescription;
import org.banip.core.ban.Channel;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SensorGroup;
import org.banip.core.packet.Gap;
import org.banip.server.audit.AuditLog;
import org.banip.server.audit.AuditSettings;
import org.banip.surrogate.people.People;
import org.banip.surrogate.people.PeopleFile;
import org.banip.surrogate.settings.LivenessSettings;
import org.banip.surrogate.settings.PeopleSettings;
import org.banip.surrogate.store.JdbcStore;
import org.banip.surrogate.store.Recorder;
import org.banip.surrogate.store.Store;
import org.banip.surrogate.store.StoredRecording;
import org.banip.surrogate.wire.Patience;
import org.banip.surrogate.wire.RunningHost;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clients that read an export slowly, or not at all. */
class SlowExportsTest {
    private static final int CHANNELS = 64;
    /** So many of 128 bytes do not fit into the buffers of sockets: 15 MB. */
    private static final int SETS = 120_000;

    private static final long GAP = 100_000;
    /** 13 GB of values that say so. */
    private static final long MISSING = 1_000 * (GAP + 1);

    /** A slow machine breaks off nothing. */
    private static final LivenessSettings PATIENT =
            new LivenessSettings(Duration.ofMinutes(5), 3, Duration.ofMinutes(1));

    @TempDir
    private Path directory;

    private final Map<String, String> tokens = new HashMap<>();
    private PeopleFile people;
    private RunningHost host;

    @BeforeEach
    void open() {
        people = new PeopleFile(directory.resolve("viewers"));
        for (String name : List.of("anna", "bert", "rita")) {
            tokens.put(name, people.setToken(name, new PeopleFile.Rights(Optional.of("exporter"), Optional.of("*"))));
        }
        Store store = JdbcStore.open(directory.resolve("store.db"));
        record(store);
        AuditLog audit = AuditLog.open(AuditSettings.in(directory.resolve("audit")), "host");
        host = RunningHost.over(
                store,
                builder -> builder.audit(audit)
                        .liveness(PATIENT)
                        .people(new People(
                                new PeopleSettings(directory.resolve("viewers"), PeopleSettings.DEFAULT_IDLE, false))));
    }

    @AfterEach
    void close() {
        host.close();
    }

    /** A record that cannot be compressed. */
    private static void record(Store store) {
        List<Channel> channels = IntStream.range(0, CHANNELS)
                .mapToObj(channel -> new Channel("c" + channel, "mV", 16, -32_768, 32_767, -1, 1))
                .toList();
        BanDescription ban =
                new BanDescription("ban-17", List.of(SensorGroup.live("eeg", Frequency.ofHz(1000), channels)));
        Random random = new Random(17);
        int[][] sets = new int[SETS][];
        Arrays.setAll(sets, set -> random.ints(CHANNELS, -32_768, 32_767).toArray());
        StoredRecording unused =
                new Recorder(store, ban).sets(0, Recorder.ORIGIN, 0, sets).store();
        Recorder gaps = new Recorder(store, new BanDescription("ban-18", ban.groups()));
        for (long set = 0; set < MISSING; set += GAP + 1) {
            gaps.sets(0, Recorder.ORIGIN, set, sets[0])
                    .flush(0)
                    .gap(0, Recorder.ORIGIN, set + 1, GAP, Gap.Reason.SENSOR_SILENT);
        }
        StoredRecording unusedGaps =
                gaps.sets(0, Recorder.ORIGIN, MISSING, sets[0]).store();
    }

    @Test
    void clientsThatReadSlowlyDelayNobodyElse() throws Exception {
        try (Export first = new Export("anna");
                Export second = new Export("anna")) {
            assertThat(first.status()).isEqualTo(200);
            assertThat(second.status()).isEqualTo(200);
            try (Export other = new Export("bert")) {
                assertThat(other.status()).isEqualTo(200);
                assertThat(other.readOn()).as("whole").isTrue();
            }
            // They were not broken off for that.
            assertThat(first.readOn()).isTrue();
            assertThat(second.readOn()).isTrue();
        }
    }

    /** What is missing costs an MBU some bytes, and an export much work. */
    @Test
    void longExportsDelayNobodyElse() throws Exception {
        try (Export first = new Export("anna", "ban-18");
                Export second = new Export("anna", "ban-18")) {
            assertThat(first.status()).isEqualTo(200);
            assertThat(second.status()).isEqualTo(200);
            List<CompletableFuture<Boolean>> whole = List.of(first.readAside(), second.readAside());
            try (Export other = new Export("bert")) {
                assertThat(other.status()).isEqualTo(200);
                assertThat(other.readOn()).as("whole").isTrue();
            }
            assertThat(whole).as("goes on").noneMatch(CompletableFuture::isDone);
        }
    }

    @Test
    void onePersonHasFourExportsAtMost() throws Exception {
        List<Export> exports = new ArrayList<>();
        try {
            for (int count = 0; count < ExportPlaces.OF_PERSON; count++) {
                exports.add(new Export("anna"));
                assertThat(exports.get(count).status()).isEqualTo(200);
            }
            try (Export more = new Export("anna")) {
                assertThat(more.status()).isEqualTo(503);
            }
            try (Export other = new Export("bert")) {
                assertThat(other.status()).isEqualTo(200);
            }
        } finally {
            for (Export export : exports) {
                export.close();
            }
        }
        // The places of clients that have gone are free again.
        await().until(() -> {
            try (Export again = new Export("anna")) {
                return again.status() == 200;
            }
        });
    }

    @Test
    void anExportThatNobodyReadsEndsWhenItIsRevoked() throws Exception {
        try (Export export = new Export("rita")) {
            assertThat(export.status()).isEqualTo(200);
            people.remove("rita");
            await().until(() -> Files.readString(directory.resolve("audit/audit-000001.jsonl"))
                    .contains("\"event\":\"revoked\",\"who\":\"rita\",\"by\":\"token\""));
            assertThat(export.readOn()).as("whole").isFalse();
        }
    }

    /** An export over a connection that takes little unread. */
    private final class Export implements AutoCloseable {
        private final Socket socket = new Socket();
        private final InputStream in;

        Export(String name) throws IOException {
            this(name, "ban-17");
        }

        Export(String name, String ban) throws IOException {
            URI base = host.base();
            socket.setReceiveBufferSize(4096);
            socket.setSoTimeout((int) Patience.LIMIT.toMillis());
            socket.connect(new InetSocketAddress(base.getHost(), base.getPort()));
            socket.getOutputStream()
                    .write(("GET /recordings/" + ban + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
                                    + "Authorization: Bearer " + tokens.get(name) + "\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            in = new BufferedInputStream(socket.getInputStream(), 1024);
        }

        /** Reads the first line. */
        int status() throws IOException {
            StringBuilder line = new StringBuilder();
            for (int read = in.read(); read != '\n'; read = in.read()) {
                if (read < 0) {
                    throw new EOFException("no answer");
                }
                line.append((char) read);
            }
            return Integer.parseInt(line.toString().split(" ", -1)[1]);
        }

        /** Reads the rest; whether it ends with the directory of an archive. */
        boolean readOn() throws IOException {
            byte[] last = new byte[0];
            byte[] buffer = new byte[65_536];
            try {
                for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                    byte[] tail = Arrays.copyOf(last, last.length + read);
                    System.arraycopy(buffer, 0, tail, last.length, read);
                    last = Arrays.copyOfRange(tail, Math.max(0, tail.length - 64), tail.length);
                }
            } catch (SocketException e) {
                return false; // the host broke it off
            }
            return new String(last, StandardCharsets.ISO_8859_1).contains("PK\005\006");
        }

        /** The same on another thread. */
        CompletableFuture<Boolean> readAside() {
            return CompletableFuture.supplyAsync(() -> {
                try {
                    return readOn();
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }
}
