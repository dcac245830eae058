package org.banip.app.readme;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.lang.reflect.Method;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.banip.core.ban.Channel;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SampleLayout;
import org.banip.core.ban.SensorGroup;
import org.banip.core.transcoding.Transcoders;
import org.banip.mbu.MobileBaseUnit;
import org.banip.mbu.settings.Credentials;
import org.banip.surrogate.SurrogateHost;
import org.banip.surrogate.standalone.HostServer;
import org.banip.surrogate.standalone.HostServerSettings;
import org.banip.surrogate.store.JdbcStore;
import org.banip.surrogate.store.Store;
import org.banip.surrogate.store.StoredRecording;
import org.banip.wsb.standalone.WirelessServiceBroker;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The app that docs/embedding.md prints, with a sensor of its own and events, against a host with a store. */
@Timeout(300)
class EmbeddingProgramIT {
    private static final Path PAGE =
            Path.of(System.getProperty("banip.root")).resolve("docs").resolve("embedding.md");

    private static final long PATIENCE_SECONDS = 200;

    private static final String AROUND_VISIT = """
            import java.util.List;
            import org.banip.core.ban.*;
            import org.banip.mbu.MobileBaseUnit;
            import org.banip.mbu.spi.SensorInput;
            public final class Visit {
                public static void run(MobileBaseUnit mbu) {
            %s
                }
            }
            """;

    @TempDir
    Path directory;

    /** As the page says: with the password in the environment, and the broker's URL as its argument. */
    @Test
    void deliversTheSignalUntilItsEndAndTheCall() throws Exception {
        PrintedProgram.compile("Ward", PrintedProgram.all(PAGE, 2).get(0), directory);
        assertThat(Files.readString(PAGE))
                .contains("BANIP_PASSWORD=\"" + PrintedProgram.PASSWORD
                        + "\" java -cp \"target/classes:target/dependency/*\" Ward http");
        atABroker(this::runWard);
        try (Store store = JdbcStore.openForReading(directory.resolve("banip.db"))) {
            StoredRecording recording =
                    new StoredRecording(store, store.interconnects().get(0), Transcoders.installed());
            assertThat(recording.groups()).extracting(SensorGroup::name).containsExactly("oximeter", "calls");
            assertThat(samples(recording, 0, 0))
                    .isEqualTo(IntStream.range(0, 100).mapToObj(i -> 40 * i).collect(Collectors.toList()));
            assertThat(samples(recording, 0, 1)).containsOnly(97);
            assertThat(samples(recording, 1, 0)).containsExactly(1);
            List<String> texts = new ArrayList<>();
            recording.read(1, block -> texts.add(new String(block.bytes(), 0, block.length(), StandardCharsets.UTF_8)));
            assertThat(texts).singleElement().asString().contains("call button at bed 4");
        }
    }

    /** The lines about groups that come and go, in an app that has an MBU. */
    @Test
    void addsRetiresAndResumesAGroup() throws Exception {
        PrintedProgram.compile(
                "Visit", AROUND_VISIT.formatted(PrintedProgram.all(PAGE, 2).get(1)), directory);
        URL[] visit = {directory.toUri().toURL()};
        try (URLClassLoader loader = new URLClassLoader(visit, getClass().getClassLoader())) {
            Method run = loader.loadClass("Visit").getMethod("run", MobileBaseUnit.class);
            atABroker(broker -> {
                try (MobileBaseUnit mbu = MobileBaseUnit.builder()
                        .broker(broker)
                        .credentials(Credentials.basic("ban-17", PrintedProgram.PASSWORD))
                        .ban("ban-17")
                        .input(SensorGroup.live(
                                "belt", Frequency.ofHz(10), List.of(new Channel("II", "mV", 12, 0, 4095, 0, 10))))
                        .start()) {
                    run.invoke(null, mbu);
                    mbu.awaitDelivered(Duration.ofSeconds(PATIENCE_SECONDS));
                    assertThat(mbu.status().groups().get(1)).matches(group -> !group.retired() && group.gaps() == 0);
                }
            });
        }
        try (Store store = JdbcStore.openForReading(directory.resolve("banip.db"))) {
            StoredRecording recording =
                    new StoredRecording(store, store.interconnects().get(0), Transcoders.installed());
            assertThat(recording.groups()).extracting(SensorGroup::name).containsExactly("belt", "spirometer");
            assertThat(samples(recording, 1, 0)).containsExactly(812, 745);
        }
    }

    private interface App {
        void run(URI broker) throws Exception;
    }

    /** Runs an app at a broker, with a host and its store. */
    private void atABroker(App app) throws Exception {
        try (SurrogateHost host = SurrogateHost.builder(JdbcStore.open(directory.resolve("banip.db")))
                        .transcoders(Transcoders.installed())
                        .build();
                HostServer server = HostServer.start(
                        host,
                        HostServerSettings.builder().address("127.0.0.1", 0).build());
                WirelessServiceBroker broker = PrintedProgram.broker(directory, server.baseUri())) {
            app.run(broker.uri());
        }
    }

    private void runWard(URI broker) throws Exception {
        Path output = directory.resolve("output");
        ProcessBuilder ward = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                directory + File.pathSeparator + System.getProperty("java.class.path"),
                "Ward",
                broker.toString());
        ward.environment().put("BANIP_PASSWORD", PrintedProgram.PASSWORD);
        Process process =
                ward.redirectErrorStream(true).redirectOutput(output.toFile()).start();
        try {
            assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
        } finally {
            process.destroyForcibly();
        }
        assertThat(process.exitValue())
                .as("exit code; it said:\n%s", Files.readString(output))
                .isZero();
        assertThat(Files.readString(output)).contains("sensor ended: oximeter");
    }

    private static List<Integer> samples(StoredRecording recording, int group, int channel) {
        SampleLayout layout = new SampleLayout(recording.groups().get(group));
        List<Integer> samples = new ArrayList<>();
        recording.read(group, block -> {
            for (int i = 0; i < block.unitCount(); i++) {
                samples.add(layout.read(block.bytes(), i * layout.setBytes(), channel));
            }
        });
        return samples;
    }
}
