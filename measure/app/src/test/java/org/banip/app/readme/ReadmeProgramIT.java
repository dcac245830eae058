package org.banip.app.readme;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.ObjIntConsumer;
import org.banip.core.ban.SampleLayout;
import org.banip.core.ban.SensorGroup;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.transcoding.Transcoders;
import org.banip.surrogate.SurrogateHost;
import org.banip.surrogate.standalone.HostServer;
import org.banip.surrogate.standalone.HostServerSettings;
import org.banip.surrogate.store.InterconnectRecord;
import org.banip.surrogate.store.JdbcStore;
import org.banip.surrogate.store.Store;
import org.banip.surrogate.store.StoredRecording;
import org.banip.wsb.standalone.WirelessServiceBroker;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The ten lines by which an app embeds an MBU, character by character, against a broker and a host with a store. */
@Timeout(300)
class ReadmeProgramIT {
    private static final String LOOPBACK = "127.0.0.1";
    private static final int SAMPLES = 3 * 360;

    private static final Path PAGE = Path.of(System.getProperty("banip.root"), "README.md");

    @TempDir
    Path directory;

    @Test
    void deliversEverySampleOfTheDevice() throws Exception {
        PrintedProgram program = PrintedProgram.on(PAGE);
        assertThat(program.lines()).as("ten lines").hasSize(10);
        Path stored = directory.resolve("banip.db");
        try (SurrogateHost host = SurrogateHost.builder(JdbcStore.open(stored))
                        .transcoders(Transcoders.installed())
                        .build();
                HostServer server = HostServer.start(
                        host, HostServerSettings.builder().address(LOOPBACK, 0).build());
                WirelessServiceBroker broker = broker(server)) {
            program.run(directory, broker.uri(), PrintedProgram.PASSWORD, ReadmeProgramIT::play);
        }
        assertStored(stored);
    }

    @Test
    void isCompiledInTheAppThatThePagePrints() throws Exception {
        PrintedProgram.on(PAGE).compileApp(directory);
        assertThat(directory.resolve("App.class")).isRegularFile();
    }

    /** The page's versions are those of this checkout. */
    @Test
    void thePageSaysWhichVersionsAnAppNeeds() throws Exception {
        String page = Files.readString(PAGE);
        String root = Files.readString(PAGE.resolveSibling("pom.xml"));
        String bom = Files.readString(
                PAGE.resolveSibling("banip-core").resolve("bom").resolve("pom.xml"));
        assertThat(bom)
                .contains("<version>" + after(page, "<artifactId>banip-bom</artifactId><version>") + "</version>");
        assertThat(root)
                .contains("<slf4j.version>" + after(page, "<artifactId>slf4j-jdk14</artifactId><version>") + "<");
    }

    private static String after(String page, String mark) {
        int begin = page.indexOf(mark) + mark.length();
        return page.substring(begin, page.indexOf('<', begin));
    }

    @Test
    void saysWhatBecomesOfASampleThatIsNotSent() throws Exception {
        PrintStream before = System.err;
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        AtomicReference<ObjIntConsumer<Instant>> listener = new AtomicReference<>();
        try (SurrogateHost host = SurrogateHost.builder(JdbcStore.open(directory.resolve("banip.db")))
                        .transcoders(Transcoders.installed())
                        .build();
                HostServer server = HostServer.start(
                        host, HostServerSettings.builder().address(LOOPBACK, 0).build());
                WirelessServiceBroker broker = broker(server)) {
            PrintedProgram.on(PAGE).run(directory, broker.uri(), PrintedProgram.PASSWORD, listener::set);
            System.setErr(new PrintStream(said, true, StandardCharsets.UTF_8));
            listener.get().accept(Instant.EPOCH, 0);
        } finally {
            System.setErr(before);
        }
        assertThat(said.toString(StandardCharsets.UTF_8))
                .contains("the sample of 1970-01-01T00:00:00Z is not sent: CLOSED");
    }

    /** Nothing is lost silently: who reads the ten lines and has a wrong password or a wrong sample hears of it from them. */
    @Test
    void saysWhatIsWrong() throws Exception {
        PrintedProgram program = PrintedProgram.on(PAGE);
        try (SurrogateHost host = SurrogateHost.builder(JdbcStore.open(directory.resolve("banip.db")))
                        .transcoders(Transcoders.installed())
                        .build();
                HostServer server = HostServer.start(
                        host, HostServerSettings.builder().address(LOOPBACK, 0).build());
                WirelessServiceBroker broker = broker(server)) {
            assertThatThrownBy(() -> program.run(directory, broker.uri(), "not the password", ReadmeProgramIT::play))
                    .cause()
                    .isInstanceOfSatisfying(
                            BanipException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNAUTHENTICATED))
                    .hasMessage("BAN ban-17 as user 'ban-17' at " + broker.uri() + ": wrong user or password")
                    .hasMessageNotContaining("not the password");
            assertThatThrownBy(() -> program.run(
                            directory,
                            broker.uri(),
                            PrintedProgram.PASSWORD,
                            device -> device.accept(Instant.now(), 2048)))
                    .cause()
                    .isInstanceOf(BanipException.class)
                    .hasMessageContaining("2048");
        }
    }

    private WirelessServiceBroker broker(HostServer server) {
        return PrintedProgram.broker(directory, server.baseUri());
    }

    /** A device that is worn for three seconds, told at once. */
    private static void play(ObjIntConsumer<Instant> listener) {
        Instant begin = Instant.parse("2026-11-21T08:00:00Z");
        for (int i = 0; i < SAMPLES; i++) {
            listener.accept(begin.plusNanos(i * 1_000_000_000L / 360), sample(i));
        }
    }

    private static int sample(int i) {
        return (int) Math.round(1000 * Math.sin(i / 20.0));
    }

    private static void assertStored(Path file) {
        try (Store store = JdbcStore.openForReading(file)) {
            List<InterconnectRecord> sessions = store.interconnects();
            assertThat(sessions).hasSize(1);
            StoredRecording recording = new StoredRecording(store, sessions.get(0), Transcoders.installed());
            SensorGroup group = recording.groups().get(0);
            ByteArrayOutputStream sets = new ByteArrayOutputStream();
            recording.read(0, block -> sets.write(block.bytes(), 0, block.length()));
            SampleLayout layout = new SampleLayout(group);
            byte[] expected = new byte[SAMPLES * layout.setBytes()];
            for (int i = 0; i < SAMPLES; i++) {
                layout.write(expected, i * layout.setBytes(), 0, sample(i));
            }
            assertThat(sets.toByteArray()).isEqualTo(expected);
            assertThat(recording.startNanos(0))
                    .contains(Instant.parse("2026-11-21T08:00:00Z").getEpochSecond() * 1_000_000_000L);
        }
    }
}
