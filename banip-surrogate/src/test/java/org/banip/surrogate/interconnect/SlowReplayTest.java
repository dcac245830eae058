package org.banip.surrogate.interconnect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.banip.surrogate.wire.Patience.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.banip.core.interconnect.Protocol;
import org.banip.core.interconnect.RegistrationAnswer;
import org.banip.core.packet.Packet;
import org.banip.surrogate.settings.LivenessSettings;
import org.banip.surrogate.store.JdbcStore;
import org.banip.surrogate.wire.EncodedStream;
import org.banip.surrogate.wire.FaultyStore;
import org.banip.surrogate.wire.Frames;
import org.banip.surrogate.wire.Gate;
import org.banip.surrogate.wire.RunningHost;
import org.banip.surrogate.wire.TestMbu;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A session whose record takes long to read back does not delay new sessions. */
class SlowReplayTest {
    private static final int SLOW = 16;
    private static final int NEW = 8;
    private static final String STATEFUL = "packetizer(units=4,hold=0)|deflate(level=6,context=stream,key=1min)";
    /** No registration is given up while a test waits. */
    private static final LivenessSettings PATIENT =
            new LivenessSettings(Duration.ofMinutes(1), 3, Duration.ofMinutes(1));

    @TempDir
    private Path directory;

    private final Gate gate = new Gate();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private FaultyStore store;
    private RunningHost host;

    @BeforeEach
    void start() {
        store = new FaultyStore(JdbcStore.open(directory.resolve("store.db")));
        host = RunningHost.over(store, builder -> builder.liveness(PATIENT));
    }

    @AfterEach
    void stop() {
        gate.release();
        threads.shutdown();
        host.close();
    }

    @Test
    void sessionsThatComeBackDoNotDelayNewOnes() throws Exception {
        List<TestMbu> slow = new ArrayList<>();
        for (int i = 0; i < SLOW; i++) {
            TestMbu mbu = TestMbu.of(host.base(), "slow");
            mbu.register();
            assertThat(mbu.send(0, 1).acknowledged()).containsExactly(1L, 0L);
            mbu.delete();
            slow.add(mbu);
        }
        store.replaysWaitFor(gate);
        List<Future<RegistrationAnswer>> answers = new ArrayList<>();
        slow.forEach(mbu -> answers.add(threads.submit(mbu::register)));
        await().until(() -> gate.arrived() >= 2);

        newSessionsAreServed();

        gate.release();
        for (Future<RegistrationAnswer> answer : answers) {
            assertThat(answer.get().groups().get(0).nextSequence()).isEqualTo(1);
        }
    }

    @Test
    void decodersThatAreRestoredDoNotDelayNewSessions() throws Exception {
        EncodedStream stream = new EncodedStream(STATEFUL, 2);
        List<TestMbu> slow = new ArrayList<>();
        for (int i = 0; i < SLOW; i++) {
            TestMbu mbu = new TestMbu(host.base(), Map.of(Protocol.IDENTITY_HEADER, "slow"), STATEFUL);
            mbu.register();
            slow.add(mbu);
        }
        store.replaysWaitFor(gate);
        for (TestMbu mbu : slow) {
            Packet first = stream.packets().get(0);
            Packet wrong = Packet.of(stream.packets().get(1).header(), new byte[] {7, 7, 7});
            assertThat(mbu.send(Frames.statefulBody(2, List.of(first, wrong))).error())
                    .isEqualTo("undecodable-packet");
        }
        await().until(() -> gate.arrived() >= 2);

        newSessionsAreServed();

        gate.release();
        for (TestMbu mbu : slow) {
            assertThat(mbu.send(Frames.statefulBody(2, stream.packets().subList(1, 2)))
                            .acknowledged())
                    .containsExactly(2L, 0L);
        }
    }

    /** An MBU that got no answer asks again. */
    @Test
    void sessionThatRegistersAgainWhileItsRecordIsReadIsActivatedOnce() throws Exception {
        TestMbu mbu = new TestMbu(host.base());
        mbu.register();
        mbu.send(0, 3);
        mbu.delete();
        store.replaysWaitFor(gate);
        List<Future<RegistrationAnswer>> answers = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            answers.add(threads.submit(mbu::register));
        }
        await().until(() -> gate.arrived() == 1);
        gate.release();
        for (Future<RegistrationAnswer> answer : answers) {
            assertThat(answer.get().groups().get(0).nextSequence()).isEqualTo(3);
        }
        assertThat(host.host().statistics().registered()).isEqualTo(2);
    }

    private void newSessionsAreServed() throws IOException {
        for (int i = 0; i < NEW; i++) {
            TestMbu mbu = TestMbu.of(host.base(), "new");
            mbu.register();
            assertThat(mbu.send(0, 2).acknowledged()).containsExactly(2L, 0L);
        }
    }
}
