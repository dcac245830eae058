package org.banip.app.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.banip.core.ban.BanDescription;
import org.banip.core.ban.Channel;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SampleLayout;
import org.banip.core.ban.SensorGroup;
import org.banip.core.packet.Gap;
import org.banip.core.transcoding.Transcoders;
import org.banip.core.transcoding.spi.Block;
import org.banip.mbu.GroupStatus;
import org.banip.mbu.MobileBaseUnit;
import org.banip.mbu.settings.Credentials;
import org.banip.mbu.settings.ReconnectSettings;
import org.banip.mbu.spi.OfferOutcome;
import org.banip.mbu.spi.Sensor;
import org.banip.mbu.spi.SensorInput;
import org.banip.recordings.export.CsvExport;
import org.banip.recordings.export.ExportProgress;
import org.banip.recordings.export.ExportTarget;
import org.banip.recordings.export.RecordingVisitor;
import org.banip.surrogate.store.JdbcStore;
import org.banip.surrogate.store.Store;
import org.banip.surrogate.store.StoredRecording;
import org.banip.surrogate.wire.Forwarder;
import org.banip.wsb.BrokerConfiguration;
import org.banip.wsb.authentication.PasswordFile;
import org.banip.wsb.standalone.WirelessServiceBroker;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * In one session, groups are retired and come back again and again, and up to 57 groups are added, each retired soon after, beside a
 * group that streams on: the store has all of it, in order. {@code -Dbanip.groups.rounds=1000} does it a thousand times.
 */
@Timeout(900)
@Execution(ExecutionMode.CONCURRENT)
class GroupsThatComeAndGoIT {
    private static final int ROUNDS = Integer.getInteger("banip.groups.rounds", 40);
    /** With kills, the host is killed once in so many rounds, in at most {@link #KILLS} of which a group is added. */
    private static final int OF_A_KILL = 15;

    private static final int KILLS = 3;
    private static final int GROUPS = 4;
    /** With those that are added before a kill at most as many as a BAN can have. */
    private static final int ADDED = Math.min(ROUNDS, BanDescription.MAX_GROUPS - GROUPS - KILLS);

    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final String PASSWORD = "a good password";
    private static final List<Channel> NUMBER = List.of(new Channel("number", "", 31, 0, Integer.MAX_VALUE, 0, 1));
    private static final SensorGroup STEADY = SensorGroup.live("steady", Frequency.ofHz(1000), NUMBER);
    private static final SensorGroup ECG = SensorGroup.live("ecg", Frequency.ofHz(250), NUMBER);
    private static final SensorGroup BELT = SensorGroup.live("belt", Frequency.ofHz(100), NUMBER);
    private static final SensorGroup BUTTON = SensorGroup.alarms("button", 8, NUMBER);

    @TempDir
    Path directory;

    /** A sensor whose sensor sets are numbered from 0 on. */
    private static final class Counting implements Sensor {
        private final SensorGroup group;
        private final SampleLayout layout;
        private int next;
        private volatile boolean ended;

        Counting(SensorGroup group) {
            this.group = group;
            layout = new SampleLayout(group);
        }

        @Override
        public SensorGroup group() {
            return group;
        }

        @Override
        public int read(Block into, int maxUnits) {
            if (ended) {
                return -1;
            }
            byte[] sets = new byte[maxUnits * layout.setBytes()];
            for (int unit = 0; unit < maxUnits; unit++) {
                layout.write(sets, unit * layout.setBytes(), 0, next++);
            }
            into.append(sets, 0, sets.length);
            return maxUnits;
        }

        @Override
        public void close() {
            ended = true;
        }
    }

    /** What a group has in the store. */
    private static final class Found implements RecordingVisitor {
        final List<Integer> numbers = new ArrayList<>();
        /** How many sensor sets were before each retirement. */
        final List<Integer> retirements = new ArrayList<>();

        final List<Gap> gaps = new ArrayList<>();
        private final SampleLayout layout;

        Found(SensorGroup group) {
            layout = new SampleLayout(group);
        }

        @Override
        public void sets(Block block) {
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

    /** With kills, the host is killed three times or more with {@code kill -9}. In both cases the links break again and again. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void theStoreIsExact(boolean kills) throws Exception {
        long seed = System.nanoTime();
        System.out.println("GroupsThatComeAndGoIT seed " + seed);
        Random random = new Random(seed);
        Counting steady = new Counting(STEADY);
        Counting ecg = new Counting(ECG);
        List<Integer> retirements = new ArrayList<>();
        int number = 0;
        try (Socket reserved = new Socket()) {
            reserved.setReuseAddress(true);
            reserved.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            BanipProcess host = host(reserved.getLocalPort());
            try (WirelessServiceBroker broker = broker(host.awaitReady());
                    Forwarder link = new Forwarder(broker.uri());
                    MobileBaseUnit mbu = mbu(link.base(), steady, ecg)) {
                for (int round = 0; round < ROUNDS; round++) {
                    for (int count = random.nextInt(50); count >= 0; count--) {
                        assertThat(mbu.input("belt").offerNext(number++)).isEqualTo(OfferOutcome.ACCEPTED);
                    }
                    assertThat(mbu.events("button").offer(Instant.now(), "", round))
                            .isEqualTo(OfferOutcome.ACCEPTED);
                    long before = group(mbu, "ecg").unitsProduced();
                    soon(() -> group(mbu, "ecg").unitsProduced() > before);
                    if (round < ADDED) {
                        addAndRetire(mbu, round);
                    }
                    mbu.retireGroup("belt");
                    mbu.retireGroup("ecg");
                    mbu.retireGroup("button");
                    retirements.add(number);
                    soon(() -> group(mbu, "ecg").retired());
                    if (kills && round % OF_A_KILL == OF_A_KILL / 2) {
                        if (round < KILLS * OF_A_KILL) {
                            mbu.addGroup(added("killed-", round)).input().offerNext(0);
                        }
                        host.kill();
                        host = host(reserved.getLocalPort());
                        host.awaitReady();
                    }
                    if (round % 9 == 4) {
                        link.breakAll();
                    }
                    mbu.resumeGroup("belt");
                    mbu.resumeGroup("ecg");
                    mbu.resumeGroup("button");
                }
                ecg.ended = true;
                steady.ended = true;
                mbu.awaitDelivered(PATIENCE);
                assertThat(mbu.status().groups()).allMatch(of -> of.gaps() == 0 && of.unitsDropped() == 0);
            } finally {
                host.close();
            }
        }
        assertStored(number, retirements, seed);
    }

    private static void addAndRetire(MobileBaseUnit mbu, int round) {
        SensorGroup group = added("added-", round);
        SensorInput input = mbu.addGroup(group).input();
        for (int number = 0; number <= round; number++) {
            assertThat(input.offerNext(number)).isEqualTo(OfferOutcome.ACCEPTED);
        }
        mbu.retireGroup(group.name());
    }

    private static SensorGroup added(String name, int round) {
        return SensorGroup.live(name + round, Frequency.ofHz(50 + round), NUMBER);
    }

    private static void soon(java.util.concurrent.Callable<Boolean> condition) {
        await().atMost(PATIENCE).pollInterval(Duration.ofMillis(2)).until(condition);
    }

    private static GroupStatus group(MobileBaseUnit mbu, String name) {
        return mbu.status().groups().stream()
                .filter(group -> group.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private BanipProcess host(int port) throws IOException {
        return BanipProcess.start(
                directory, "host", "--port", "" + port, "--health-port", "off", "--store", "store.db");
    }

    private WirelessServiceBroker broker(URI host) {
        Path passwords = directory.resolve("passwords");
        new PasswordFile(passwords).set("ban-17", PASSWORD.toCharArray(), 4);
        return WirelessServiceBroker.builder()
                .configuration(BrokerConfiguration.builder()
                        .surrogateHost(host)
                        .passwordFile(passwords)
                        .build())
                .listen("127.0.0.1", 0)
                .start();
    }

    private static MobileBaseUnit mbu(URI broker, Sensor steady, Sensor ecg) {
        return MobileBaseUnit.builder()
                .broker(broker)
                .credentials(Credentials.basic("ban-17", PASSWORD))
                .ban("ban-17")
                .reconnect(new ReconnectSettings(Duration.ofMillis(2), Duration.ofMillis(50)))
                .sensor(steady)
                .sensor(ecg)
                .input(BELT)
                .events(BUTTON)
                .closeTimeout(PATIENCE)
                .start();
    }

    private void assertStored(int offered, List<Integer> retirements, long seed) throws IOException {
        List<Found> found = new ArrayList<>();
        try (Store store = JdbcStore.openForReading(directory.resolve("store.db"))) {
            assertThat(store.interconnects()).as("seed %s", seed).hasSize(1);
            StoredRecording recording =
                    new StoredRecording(store, store.interconnects().get(0), Transcoders.installed());
            for (int group = 0; group < recording.groups().size(); group++) {
                Found of = new Found(recording.groups().get(group));
                recording.read(group, of);
                found.add(of);
                assertThat(of.gaps).as("seed %s", seed).isEmpty();
                for (int i = 0; i < of.numbers.size(); i++) {
                    assertThat(of.numbers.get(i))
                            .as("group %s, seed %s", group, seed)
                            .isEqualTo(i);
                }
            }
            new CsvExport().write(recording, new ExportTarget(directory, "x", false, ExportProgress.NONE));
        }
        assertThat(found).hasSizeGreaterThanOrEqualTo(GROUPS + ADDED);
        int rounds = 0;
        for (Found added : found.subList(GROUPS, found.size())) {
            boolean retired = !added.retirements.isEmpty();
            assertThat(added.numbers).as("seed %s", seed).hasSize(retired ? ++rounds : 1);
            assertThat(added.retirements).isEqualTo(retired ? List.of(rounds) : List.of());
        }
        assertThat(rounds).isEqualTo(ADDED);
        assertThat(found.get(0).numbers).isNotEmpty();
        assertThat(found.get(0).retirements).isEmpty();
        assertThat(found.get(1).retirements).as("seed %s", seed).hasSize(ROUNDS).doesNotHaveDuplicates();
        assertThat(found.get(2).numbers).as("seed %s", seed).hasSize(offered);
        assertThat(found.get(2).retirements).as("seed %s", seed).isEqualTo(retirements);
        assertThat(found.get(3).numbers).as("seed %s", seed).hasSize(ROUNDS);
        assertThat(found.get(3).retirements).as("seed %s", seed).hasSize(ROUNDS).doesNotHaveDuplicates();
        assertThat(Files.readAllLines(directory.resolve("x_belt.csv")))
                .filteredOn(row -> row.endsWith(","))
                .as("one row where each retirement begins")
                .hasSize(ROUNDS);
        assertThat(Files.readAllLines(directory.resolve("x_button.csv"))).hasSize(1 + ROUNDS);
    }
}
