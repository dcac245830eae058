package org.banip.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.function.UnaryOperator;
import org.banip.core.ban.Channel;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SampleLayout;
import org.banip.core.ban.SensorGroup;
import org.banip.core.ban.Thinning;
import org.banip.core.command.CommandArgument;
import org.banip.core.command.CommandDeclaration;
import org.banip.core.command.CommandRole;
import org.banip.core.packet.Gap;
import org.banip.core.transcoding.Transcoders;
import org.banip.core.transcoding.spi.Block;
import org.banip.mbu.MobileBaseUnit;
import org.banip.mbu.MobileBaseUnitBuilder;
import org.banip.mbu.settings.ReconnectSettings;
import org.banip.mbu.spi.OfferOutcome;
import org.banip.recordings.export.RecordingVisitor;
import org.banip.server.settings.SettingsReader;
import org.banip.surrogate.SurrogateHost;
import org.banip.surrogate.people.PeopleFile;
import org.banip.surrogate.settings.HostSettings;
import org.banip.surrogate.standalone.HostServer;
import org.banip.surrogate.store.JdbcStore;
import org.banip.surrogate.store.Store;
import org.banip.surrogate.store.StoredRecording;
import org.banip.surrogate.wire.Forwarder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

/** A host with people, an MBU that takes commands, and {@code banip command} between them. */
abstract class BanCommandFixture extends CommandLineRun {
    static final Duration PATIENCE = Duration.ofMinutes(1);
    static final SensorGroup BELT = SensorGroup.live(
            "belt", Frequency.ofHz(100), List.of(new Channel("number", "", 31, 0, Integer.MAX_VALUE, 0, 1)));

    @TempDir
    Path directory;

    final List<String> done = new CopyOnWriteArrayList<>();
    final CountDownLatch released = new CountDownLatch(1);
    SurrogateHost host;
    HostServer server;
    Forwarder link;
    MobileBaseUnit mbu;

    /** Starts host and MBU. */
    void start() throws IOException {
        start(Map.of(), builder -> builder);
    }

    /**
     * Starts host and MBU.
     *
     * @param hostOptions more options of the host
     * @param more what this test wants of the MBU
     */
    void start(Map<String, String> hostOptions, UnaryOperator<MobileBaseUnitBuilder> more) throws IOException {
        Path viewers = directory.resolve("viewers");
        person(viewers, "clara", "clinician");
        person(viewers, "owen", "operator");
        person(viewers, "vera", "viewer");
        Map<String, String> options = new HashMap<>(Map.of("port", "0", "health-port", "off"));
        options.put("store", directory.resolve("store.db").toString());
        options.put("viewers-file", viewers.toString());
        options.putAll(hostOptions);
        HostSettings settings = new HostSettings(
                SettingsReader.of(HostSettings.TABLE).options(options).read());
        host = SurrogateHost.open(settings);
        server = HostServer.start(host, settings);
        link = new Forwarder(server.baseUri());
        MobileBaseUnitBuilder builder = MobileBaseUnit.builder()
                .broker(link.base())
                .reconnect(new ReconnectSettings(Duration.ofMillis(2), Duration.ofMillis(50)))
                .ban("ban-17")
                .input(BELT)
                .lowerRate("belt", Frequency.ofHz(10), Thinning.Kind.SAMPLES, 0)
                .command(
                        CommandDeclaration.of(
                                        "set-rate",
                                        "Sets the rate of the pump",
                                        CommandArgument.number("rate", "mL/h", 0, 20),
                                        CommandArgument.choice("mode", "day", "night")
                                                .withDefault("day"))
                                .actingOn("infusion pump"),
                        arguments -> {
                            done.add(arguments.values().toString());
                            if (arguments.number("rate") == 13) {
                                throw new IllegalStateException("the motor is stuck");
                            }
                            return "{\"running\":true}";
                        })
                .command(CommandDeclaration.of("wait", "Takes its time").within(Duration.ofSeconds(5)), arguments -> {
                    done.add("waits");
                    released.await();
                    return "";
                })
                .identifiedBy(() -> done.add("blink"))
                .switchGroups(CommandRole.OPERATOR)
                .closeTimeout(PATIENCE);
        mbu = more.apply(builder).start();
    }

    private static void person(Path file, String name, String role) {
        new PeopleFile(file)
                .setPassword(
                        name,
                        "seven green apples".toCharArray(),
                        4,
                        new PeopleFile.Rights(Optional.of(role), Optional.of("*")));
    }

    @AfterEach
    void stop() throws IOException {
        released.countDown();
        if (mbu != null) {
            mbu.close();
            link.close();
            server.close();
            host.close();
        }
    }

    int command(String user, String... words) throws Exception {
        return command(server.baseUri(), user, words);
    }

    int command(URI base, String user, String... words) throws Exception {
        List<String> line = new ArrayList<>(List.of("command", "ban-17"));
        line.addAll(List.of(words));
        return as(base, user, line);
    }

    /** Runs a command line as this person. */
    int as(URI base, String user, List<String> words) throws Exception {
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        Path password = Files.writeString(directory.resolve("password"), "seven green apples\n");
        List<String> line = new ArrayList<>(words);
        line.addAll(List.of("--host-url=" + base, "--user", user, "--password-file", password.toString()));
        return run(line.toArray(new String[0]));
    }

    void assertWrong(int code, String text, String user, String... words) throws Exception {
        assertThat(command(user, words)).isEqualTo(code);
        assertThat(err.toString().replaceAll("\\s+", " ")).contains(text);
    }

    void offer(int from, int count) {
        for (int number = from; number < from + count; number++) {
            assertThat(mbu.input("belt").offerNext(number)).isEqualTo(OfferOutcome.ACCEPTED);
        }
    }

    /** What the store has of a group. */
    Found stored(int group) throws IOException {
        return stored(group, Transcoders.installed());
    }

    /** The same, with private keys. */
    Found stored(int group, Transcoders transcoders) throws IOException {
        Found found = new Found();
        try (Store store = JdbcStore.openForReading(directory.resolve("store.db"))) {
            assertThat(store.interconnects()).hasSize(1);
            new StoredRecording(store, store.interconnects().get(0), transcoders).read(group, found);
        }
        return found;
    }

    /** What the group has in the store. */
    static final class Found implements RecordingVisitor {
        final List<Integer> numbers = new ArrayList<>();
        final Set<Long> origins = new LinkedHashSet<>();
        /** How many sensor sets were before each retirement. */
        final List<Integer> retirements = new ArrayList<>();

        final List<Gap> gaps = new ArrayList<>();
        private final SampleLayout layout = new SampleLayout(BELT);

        @Override
        public void sets(Block block) {
            origins.add(block.originNanos());
            for (int at = 0; at < block.length(); at += layout.setBytes()) {
                numbers.add(layout.read(block.bytes(), at, 0));
            }
        }

        @Override
        public void gap(Gap gap) {
            if (gap.isRetirement()) {
                retirements.add(numbers.size());
            } else {
                gaps.add(gap);
            }
        }
    }
}
