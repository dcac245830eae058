package org.banip.surrogate.interconnect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.banip.surrogate.wire.Patience.await;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.banip.core.ban.BanDescription;
import org.banip.core.ban.Channel;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SensorGroup;
import org.banip.core.frame.Control;
import org.banip.core.frame.FrameBuffer;
import org.banip.core.frame.FrameEncoder;
import org.banip.core.interconnect.RegistrationAnswer;
import org.banip.core.packet.Packet;
import org.banip.core.packet.PacketHeader;
import org.banip.core.packet.Sequenced;
import org.banip.surrogate.api.SensorData;
import org.banip.surrogate.api.SurrogateDescription;
import org.banip.surrogate.store.CheckListener;
import org.banip.surrogate.store.InterconnectRecord;
import org.banip.surrogate.store.JdbcStore;
import org.banip.surrogate.store.StoreCheck;
import org.banip.surrogate.store.StoreDamage;
import org.banip.surrogate.store.StoreLocation;
import org.banip.surrogate.wire.HttpWire;
import org.banip.surrogate.wire.Recorded;
import org.banip.surrogate.wire.ReverseWire;
import org.banip.surrogate.wire.RunningHost;
import org.banip.surrogate.wire.TestMbu;
import org.banip.surrogate.wire.WireAnswer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Groups that are added to a session (docs/protocol.md, section 3.8), as the host sees them. */
class AddedGroupTest {
    @TempDir
    private Path directory;

    /** The test BAN with so many further groups of one channel of two bytes. */
    private static BanDescription with(int more) {
        List<SensorGroup> groups = new ArrayList<>(TestMbu.BAN.groups());
        for (int n = 0; n < more; n++) {
            groups.add(SensorGroup.live(
                    "added-" + n, Frequency.ofHz(25), List.of(Channel.ofGain("x", "mV", 11, 0, 2047, 200, 1024))));
        }
        return new BanDescription(TestMbu.BAN.id(), groups);
    }

    private static Packet added(int group, long sequence) {
        byte[] payload = new byte[TestMbu.UNITS * 2];
        payload[0] = (byte) sequence;
        return Packet.of(
                new PacketHeader(group, sequence, TestMbu.ORIGIN, sequence * TestMbu.UNITS, TestMbu.UNITS, true),
                payload);
    }

    private static byte[] body(int groups, Sequenced... items) {
        FrameEncoder encoder = encoder(groups);
        return encoded(encoder, items);
    }

    private static FrameEncoder encoder(int groups) {
        boolean[] stateless = new boolean[groups];
        java.util.Arrays.fill(stateless, true);
        return new FrameEncoder(Collections.nCopies(groups, null), stateless);
    }

    private static byte[] encoded(FrameEncoder encoder, Sequenced... items) {
        FrameBuffer out = new FrameBuffer(256);
        List.of(items).forEach(item -> encoder.encode(item, out));
        return out.toByteArray();
    }

    private RunningHost host() {
        return RunningHost.over(JdbcStore.open(directory.resolve("store.db")));
    }

    private static RegistrationAnswer register(TestMbu mbu) throws IOException {
        WireAnswer answer = mbu.post(mbu.adding().toJson());
        assertThat(answer.status()).as(answer.text()).isEqualTo(201);
        return RegistrationAnswer.fromJson(answer.text());
    }

    private static List<String> names(RegistrationAnswer answer) {
        return answer.groups().stream().map(RegistrationAnswer.GroupState::name).toList();
    }

    @Test
    void theAnswerSaysThatGroupsMayBeAddedIfTheMbuAsks() throws IOException {
        try (RunningHost host = host()) {
            TestMbu mbu = new TestMbu(host.base());
            assertThat(mbu.register().adding()).as("an older MBU").isFalse();
            assertThat(mbu.post(mbu.registration().toJson()).text()).doesNotContain("adding");
            assertThat(register(mbu).adding()).isTrue();
            assertThat(mbu.register().adding()).as("the last one counts").isFalse();
        }
    }

    /** The requests that are open stay so; their next acknowledgement has the group. */
    @Test
    void aGroupIsAddedWhileTheOthersStream() throws IOException {
        Recorded recorded = new Recorded();
        List<String> told = new CopyOnWriteArrayList<>();
        try (RunningHost host = host()) {
            host.host().subscribe("older", recorded);
            host.host().subscribe("newer", new Recorded() {
                @Override
                public void groupsAdded(SurrogateDescription former, SurrogateDescription now) {
                    told.add(former.ban().groups().size() + " "
                            + now.ban().groups().size());
                }

                @Override
                public synchronized void delivered(SensorData data) {
                    told.add(data.group().name() + " " + data.header().sequence());
                }
            });
            TestMbu mbu = new TestMbu(host.base());
            register(mbu);
            FrameEncoder encoder = encoder(2);
            try (HttpWire data = mbu.beginData();
                    ReverseWire reverse = mbu.reverse()) {
                data.chunk(encoded(encoder, TestMbu.packet(0, 0)));
                reverse.awaitAcknowledged(0, 1);
                assertThat(names(register(mbu.describing(with(1))))).containsExactly("ecg", "temperature", "added-0");
                encoder.addGroups(new boolean[] {true, true, true});
                data.chunk(encoded(encoder, TestMbu.packet(0, 1), added(2, 0), added(2, 1)));
                Control.Acknowledgement all = reverse.next(
                        Control.Acknowledgement.class,
                        frame -> frame.nextSequences().length == 3 && frame.nextSequences()[2] == 2);
                assertThat(all.nextSequences()).containsExactly(2L, 0L, 2L);
            }
            assertThat(host.surrogate(mbu.session()).description().ban()).isEqualTo(with(1));
            assertThat(host.surrogate(mbu.session())
                            .statistics()
                            .groups()
                            .get(2)
                            .packets())
                    .isEqualTo(2);
            await().until(() -> told.size() == 5 && recorded.data().size() == 4);
            assertThat(told).containsExactly("ecg 0", "2 3", "ecg 1", "added-0 0", "added-0 1");
            assertThat(recorded.events())
                    .as("a listener that knows nothing of it")
                    .containsExactly(
                            "appeared ban-17",
                            "delivered 0/0",
                            "disappeared taken-over",
                            "appeared ban-17",
                            "delivered 0/1",
                            "delivered 2/0",
                            "delivered 2/1");
        }
    }

    @Test
    void frameOfAGroupThatIsNotAddedYetIsRefused() throws IOException {
        try (RunningHost host = host()) {
            TestMbu mbu = new TestMbu(host.base());
            register(mbu);
            assertThat(mbu.send(body(3, added(2, 0))).error()).isEqualTo("unknown-group");
            register(mbu.describing(with(1)));
            assertThat(mbu.send(body(3, added(2, 0))).acknowledged()).containsExactly(0L, 0L, 1L);
        }
    }

    @Test
    void aRegistrationThatComesAgainOrLateChangesNothing() throws IOException {
        try (RunningHost host = host()) {
            TestMbu mbu = new TestMbu(host.base());
            register(mbu);
            register(mbu.describing(with(1)));
            mbu.send(body(3, added(2, 0)));
            RegistrationAnswer again = register(mbu.describing(with(1)));
            assertThat(again.groups().get(2).nextSequence()).isEqualTo(1);
            assertThat(names(register(mbu))).as("a former one").hasSize(3);
            assertThat(names(register(mbu.describing(with(4))))).hasSize(6);
            assertThat(mbu.send(body(6, added(5, 0), added(2, 1))).acknowledged())
                    .containsExactly(0L, 0L, 2L, 0L, 0L, 1L);
        }
    }

    @Test
    void otherGroupsThanAddedOnesAreAMismatch() throws IOException {
        try (RunningHost host = host()) {
            TestMbu mbu = new TestMbu(host.base());
            register(mbu);
            TestMbu longer = mbu.describing(with(1));
            assertThat(longer.post(longer.registration().toJson()).error())
                    .as("an MBU that does not say that it adds groups")
                    .isEqualTo("session-mismatch");
            register(longer);
            List<SensorGroup> swapped = new ArrayList<>(with(2).groups());
            Collections.swap(swapped, 2, 3);
            TestMbu other = mbu.describing(new BanDescription(TestMbu.BAN.id(), swapped));
            assertThat(other.post(other.adding().toJson()).error()).isEqualTo("session-mismatch");
            assertThat(names(register(mbu.describing(with(62))))).as("the most").hasSize(64);
            assertThat(mbu.post(mbu.registration().toJson()).error())
                    .as("a former description of an MBU that does not add groups")
                    .isEqualTo("session-mismatch");
        }
    }

    @Test
    void anotherHostKnowsTheGroupAndCanAddOne() throws IOException {
        TestMbu mbu;
        try (RunningHost first = host()) {
            mbu = new TestMbu(first.base());
            register(mbu);
            register(mbu.describing(with(1)));
            mbu.send(body(3, TestMbu.packet(0, 0), added(2, 0)));
        }
        try (RunningHost second = host()) {
            TestMbu again = mbu.at(second.base());
            RegistrationAnswer answer = register(again);
            assertThat(names(answer)).as("of a registration from before").hasSize(3);
            assertThat(again.send(body(3, added(2, 0), added(2, 1))).acknowledged())
                    .containsExactly(1L, 0L, 2L);
        }
        try (RunningHost third = host()) {
            TestMbu again = mbu.at(third.base()).describing(with(2));
            assertThat(register(again).groups().stream().mapToLong(RegistrationAnswer.GroupState::nextSequence))
                    .containsExactly(1L, 0L, 2L, 0L);
            assertThat(again.send(body(4, added(2, 2), added(3, 0))).acknowledged())
                    .containsExactly(1L, 0L, 3L, 1L);
        }
        requireSound();
    }

    /** The store has all of it, and finds nothing wrong. */
    private void requireSound() {
        Path file = directory.resolve("store.db");
        List<StoreDamage> damages = new ArrayList<>();
        StoreCheck.Report report = StoreCheck.run(StoreLocation.of(file.toString()), new CheckListener() {
            @Override
            public void found(StoreDamage damage) {
                damages.add(damage);
            }

            @Override
            public void progress(String step, long done, long total) {}
        });
        assertThat(damages).isEmpty();
        assertThat(report.items()).isEqualTo(5);
        try (JdbcStore store = JdbcStore.openForReading(file)) {
            Optional<InterconnectRecord> record = store.interconnects().stream().findFirst();
            assertThat(record.orElseThrow().ban()).isEqualTo(with(2));
            assertThat(record.orElseThrow().chains()).hasSize(4);
        }
    }
}
