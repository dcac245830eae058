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
import java.util.concurrent.Semaphore;
import java.util.stream.LongStream;
import org.banip.core.frame.Control;
import org.banip.core.packet.Gap;
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
    private static final int LONG_UNITS = 20_000;
    /** Sensor sets of a packet that the thread that selects would take, if it decoded fast. */
    private static final int SHORT_UNITS = 1_200;

    /** Most packets and gaps of an interconnect that wait for a decoder. */
    private static final int MOST_WAITING = 4096;

    /** Permits for every packet of a test. */
    private static final int ALL = 1000;

    private static final long GAPS = 300_000;
    private static final int GAPS_OF_A_CHUNK = 10_000;

    @TempDir
    private Path directory;

    private final Semaphore slow = new Semaphore(0);
    private final List<HttpWire> open = new ArrayList<>();
    private final ExecutorService sender = Executors.newSingleThreadExecutor();
    private final TestClock clock = new TestClock();
    private RunningHost host;

    @BeforeEach
    void start() {
        List<TranscoderProvider> known = new ArrayList<>(Transcoders.installed().all());
        known.add(new FailingProvider(slow, 4 * SHORT_UNITS));
        host = RunningHost.over(
                JdbcStore.open(directory.resolve("store.db")),
                builder -> builder.transcoders(new Transcoders(known)).clock(clock));
    }

    @AfterEach
    void stop() throws IOException {
        slow.release(ALL);
        for (HttpWire wire : open) {
            wire.close();
        }
        sender.shutdown();
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
            slow.release(ALL);
            reverse.awaitAcknowledged(0, 1);
        }
    }

    @Test
    void othersOfTheSameSelectorGoOnWhileShortPacketsTakeLong() throws IOException {
        for (int i = 0; i < Runtime.getRuntime().availableProcessors() + 1; i++) {
            busyMbu(packet(0, SHORT_UNITS));
        }
        TestMbu light = new TestMbu(host.base());
        light.register();
        assertThat(light.send(0, 5).acknowledged()).containsExactly(5L, 0L);
    }

    @Test
    void interconnectEndsWhileItsDecoderIsBusyAndComesBackWhereTheStoreEnds() throws IOException {
        TestMbu mbu = busyMbu();
        assertThat(host.surrogate(mbu.session()).state()).isEqualTo(SurrogateState.ACTIVE);
        assertThat(mbu.delete().status()).isEqualTo(204);
        slow.release(ALL);
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
        slow.release(ALL);
        await().until(() -> next(busy) == 1);
    }

    /** Gaps have no payload, but what waits of them is counted and bounded as well. */
    @Test
    void gapsBehindASlowPacketHoldUpTheReading() throws Exception {
        TestMbu mbu = busyMbu();
        long held = host.host().statistics().heldBytes();
        Future<Void> sending = sender.submit(() -> {
            for (long from = 1; from < GAPS; from += GAPS_OF_A_CHUNK) {
                open.get(0).chunk(Frames.statefulBody(2, gaps(from, from + GAPS_OF_A_CHUNK)));
            }
            return null;
        });
        await().until(() -> host.host().statistics().heldBytes() >= held + MOST_WAITING * Arrival.OVERHEAD_BYTES);
        assertThat(received(mbu)).isBetween((long) MOST_WAITING, 3L * MOST_WAITING);
        slow.release(ALL);
        sending.get();
        await().until(() -> next(mbu) == 1 + GAPS);
        await().until(() -> host.host().statistics().heldBytes() <= held);
    }

    /** Else the decoder would have nothing to do before more is read, and a request could be held up for as long as others have something to decode. */
    @Test
    void readingGoesOnBeforeAllThatWaitsIsDecoded() throws Exception {
        TestMbu mbu = busyMbu();
        int held = 4; // of 80,000 bytes each: together more than the host lets wait
        Future<Void> sending = sender.submit(() -> {
            for (long sequence = 1; sequence < 2L * held; sequence++) {
                open.get(0).chunk(Frames.statefulBody(2, List.of(longPacket(sequence))));
            }
            return null;
        });
        await().until(() -> received(mbu) == held);
        slow.release(held - 1); // the last one still takes long
        await().until(() -> next(mbu) == held - 1);
        await().until(() -> received(mbu) > held);
        slow.release(ALL);
        sending.get();
        await().until(() -> next(mbu) == 2L * held);
    }

    private static List<Gap> gaps(long from, long to) {
        return LongStream.range(from, to)
                .mapToObj(sequence ->
                        new Gap(0, sequence, 1, TestMbu.ORIGIN, LONG_UNITS + sequence, 1, Gap.Reason.SENSOR_SILENT))
                .toList();
    }

    private long received(TestMbu mbu) {
        return host.surrogate(mbu.session()).statistics().groups().get(0).receivedSequence();
    }

    private long next(TestMbu mbu) {
        return host.surrogate(mbu.session()).statistics().groups().get(0).nextSequence();
    }

    /** One whose decoder is at work on a long packet that came on an endless request. */
    private TestMbu busyMbu() throws IOException {
        return busyMbu(longPacket(0));
    }

    /** The same with this packet. Small pieces come before it, so that the thread that selects takes it. */
    private TestMbu busyMbu(Packet packet) throws IOException {
        TestMbu mbu = new TestMbu(host.base(), Map.of(), CHAIN);
        mbu.register();
        HttpWire data = mbu.beginData();
        open.add(data);
        try (ReverseWire reverse = mbu.reverse()) {
            for (int i = 1; i <= 3; i++) {
                ask(data, reverse, i, new byte[0]);
            }
            ask(data, reverse, 4, Frames.statefulBody(2, List.of(packet)));
        }
        return mbu;
    }

    private static void ask(HttpWire data, ReverseWire reverse, long time, byte[] before) throws IOException {
        data.chunk(Frames.join(before, Frames.of(new Control.TimeRequest(time))));
        reverse.next(Control.TimeAnswer.class, answer -> answer.requestSentNanos() == time);
    }

    private static Packet longPacket(long sequence) {
        return packet(sequence, LONG_UNITS);
    }

    private static Packet packet(long sequence, int units) {
        return Packet.of(
                new PacketHeader(0, sequence, TestMbu.ORIGIN, sequence * units, units, true), new byte[4 * units]);
    }
}
