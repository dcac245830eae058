package org.banip.surrogate.interconnect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.banip.surrogate.wire.Patience.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.banip.core.frame.Control;
import org.banip.core.packet.Packet;
import org.banip.core.packet.PacketHeader;
import org.banip.core.transcoding.Transcoders;
import org.banip.core.transcoding.spi.TranscoderProvider;
import org.banip.surrogate.api.SurrogateState;
import org.banip.surrogate.store.JdbcStore;
import org.banip.surrogate.wire.Frames;
import org.banip.surrogate.wire.HttpWire;
import org.banip.surrogate.wire.ReverseWire;
import org.banip.surrogate.wire.RunningHost;
import org.banip.surrogate.wire.TestClock;
import org.banip.surrogate.wire.TestMbu;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Decoders that take long hold up nobody: no other BAN, no other group, no control frame. */
class SlowDecoderTest {
    private static final String CHAIN = "packetizer(units=4,hold=0)|failing";

    @TempDir
    private Path directory;

    private final CountDownLatch slow = new CountDownLatch(1);
    private final List<HttpWire> open = new ArrayList<>();
    private final TestClock clock = new TestClock();
    private RunningHost host;

    @BeforeEach
    void start() {
        List<TranscoderProvider> known = new ArrayList<>(Transcoders.installed().all());
        known.add(new FailingProvider(slow));
        host = RunningHost.over(
                JdbcStore.open(directory.resolve("store.db")),
                builder -> builder.transcoders(new Transcoders(known)).clock(clock));
    }

    @AfterEach
    void stop() throws IOException {
        slow.countDown();
        for (HttpWire wire : open) {
            wire.close();
        }
        host.close();
    }

    @Test
    void othersGoOnWhileAllDecodersAreBusy() throws IOException {
        List<TestMbu> busy = new ArrayList<>();
        for (int i = 0; i < Runtime.getRuntime().availableProcessors() + 1; i++) {
            busy.add(busyMbu());
        }
        TestMbu light = new TestMbu(host.base());
        light.register();
        assertThat(light.send(0, 5).acknowledged()).containsExactly(5L, 0L);

        TestMbu first = busy.get(0);
        try (ReverseWire reverse = first.reverse()) {
            open.get(0).chunk(Frames.of(new Control.TimeRequest(1)));
            reverse.next(Control.TimeAnswer.class, answer -> true);
            open.get(0).chunk(Frames.statefulBody(2, TestMbu.packets(1, 0, 3)));
            reverse.awaitAcknowledged(1, 3);
            assertThat(host.surrogate(first.session())
                            .statistics()
                            .groups()
                            .get(0)
                            .nextSequence())
                    .isZero();
            slow.countDown();
            reverse.awaitAcknowledged(0, 1);
        }
    }

    @Test
    void interconnectEndsWhileItsDecoderIsBusyAndComesBackWhereTheStoreEnds() throws IOException {
        TestMbu mbu = busyMbu();
        assertThat(host.surrogate(mbu.session()).state()).isEqualTo(SurrogateState.ACTIVE);
        assertThat(mbu.delete().status()).isEqualTo(204);
        slow.countDown();
        long next = mbu.register().groups().get(0).nextSequence();
        assertThat(next).isBetween(0L, 1L);
        byte[] rest = Frames.statefulBody(2, List.of(longPacket(next), longPacket(next + 1)));
        assertThat(mbu.send(rest).acknowledged()).containsExactly(next + 2, 0L);
    }

    @Test
    void mbuThatWaitsForItsDecoderIsNotSilent() throws IOException {
        TestMbu busy = busyMbu();
        TestMbu idle = new TestMbu(host.base());
        idle.register();
        clock.pass(Duration.ofSeconds(20));
        await().until(() -> host.surrogate(idle.session()).state() == SurrogateState.SILENT);
        clock.pass(Duration.ofMinutes(2));
        await().until(() -> host.host().surrogate(idle.session()).isEmpty());
        assertThat(host.surrogate(busy.session()).state()).isEqualTo(SurrogateState.ACTIVE);
        slow.countDown();
        await().until(() -> next(busy) == 1);
    }

    private long next(TestMbu mbu) {
        return host.surrogate(mbu.session()).statistics().groups().get(0).nextSequence();
    }

    /** One whose decoder is at work on a long packet that came on an endless request. */
    private TestMbu busyMbu() throws IOException {
        TestMbu mbu = new TestMbu(host.base(), Map.of(), CHAIN);
        mbu.register();
        HttpWire data = mbu.beginData();
        open.add(data);
        try (ReverseWire reverse = mbu.reverse()) {
            data.chunk(
                    Frames.join(Frames.statefulBody(2, List.of(longPacket(0))), Frames.of(new Control.TimeRequest(1))));
            reverse.next(Control.TimeAnswer.class, answer -> true);
        }
        return mbu;
    }

    private static Packet longPacket(long sequence) {
        int units = 20_000;
        return Packet.of(
                new PacketHeader(0, sequence, TestMbu.ORIGIN, sequence * units, units, true), new byte[4 * units]);
    }
}
