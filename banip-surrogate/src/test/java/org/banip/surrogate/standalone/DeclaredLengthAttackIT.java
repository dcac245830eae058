package org.banip.surrogate.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.zip.Deflater;
import org.banip.core.ban.BanDescription;
import org.banip.core.ban.Channel;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SensorGroup;
import org.banip.core.interconnect.Protocol;
import org.banip.core.packet.Packet;
import org.banip.core.packet.PacketHeader;
import org.banip.core.packet.Sequenced;
import org.banip.surrogate.wire.Frames;
import org.banip.surrogate.wire.HttpWire;
import org.banip.surrogate.wire.Patience;
import org.banip.surrogate.wire.TestMbu;
import org.banip.surrogate.wire.WireAnswer;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Packets of a few bytes that say they decode to a mebibyte do not take the host's memory from others. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class DeclaredLengthAttackIT {
    private static final int SESSIONS = 16;
    private static final int GROUPS = 64;
    private static final int CHANNELS = 8;
    private static final int UNITS = 65_535;
    private static final int DECLARED = UNITS * CHANNELS * 2;
    private static final long STREAMED = 1000;
    private static final long SLACK = 64L << 20;
    /** A quarter of a quarter of 512 MiB. */
    private static final long PER_IDENTITY = 32L << 20;

    /** What deflate keeps for one session. Four are registered at once, and each may be the last that has room. */
    private static final long DECODERS = GROUPS * (40L << 10);

    private static final BanDescription BAN = new BanDescription(
            "ban-64",
            IntStream.range(0, GROUPS)
                    .mapToObj(group -> SensorGroup.live("g" + group, Frequency.ofHz(360), channels()))
                    .toList());

    @TempDir
    private Path directory;

    private final List<HttpWire> open = Collections.synchronizedList(new ArrayList<>());
    private final AtomicInteger refused = new AtomicInteger();

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void anotherIdentityStreamsExactlyAndWhatDecodersKeepIsCounted(boolean decodable) throws Exception {
        byte[] payload = decodable ? deflatedZeros() : new byte[] {7, 7, 7};
        Path file = directory.resolve("store.db");
        TestMbu other;
        try (HostProcess host = HostProcess.start(file, SESSIONS, "-Xmx512m", "-XX:+UseSerialGC")) {
            long before = host.heap();
            other = TestMbu.of(host.base(), "other");
            other.register();
            ExecutorService attackers = Executors.newFixedThreadPool(4);
            List<Future<?>> attacks = new ArrayList<>();
            for (int session = 0; session < SESSIONS; session++) {
                TestMbu attacker = new TestMbu(
                        host.base(),
                        Map.of(Protocol.IDENTITY_HEADER, "attacker"),
                        "packetizer(units=4,hold=0)|deflate(level=6)",
                        BAN);
                attacks.add(attackers.submit(() -> attack(attacker, payload)));
            }
            for (long sequence = 0; sequence < STREAMED / 2; sequence += 10) {
                assertThat(other.send(sequence, sequence + 10).acknowledged()).containsExactly(sequence + 10, 0L);
            }
            for (Future<?> attack : attacks) {
                attack.get();
            }
            attackers.shutdown();
            assertThat(refused).hasPositiveValue();
            assertThat(host.held()).isBetween(PER_IDENTITY / 2, PER_IDENTITY + 3 * DECODERS);
            Patience.await().until(() -> host.heap() < before + SLACK);
            for (long sequence = STREAMED / 2; sequence < STREAMED; sequence += 10) {
                assertThat(other.send(sequence, sequence + 10).acknowledged()).containsExactly(sequence + 10, 0L);
            }
            assertThat(host.alive()).isTrue();
        } finally {
            for (HttpWire wire : open) {
                wire.close();
            }
        }
        assertThat(EarlyPacketsAttackIT.stored(file, other)).isEqualTo(TestMbu.packets(0, 0, STREAMED));
    }

    /** A packet for each group: all in one piece on a request that stays open, then each alone. What the host refuses is its right. */
    private Void attack(TestMbu attacker, byte[] payload) throws IOException {
        if (attacker.post(attacker.registration().toJson()).status() != 201) {
            refused.incrementAndGet();
            return null;
        }
        List<Sequenced> packets = new ArrayList<>();
        for (int group = 0; group < GROUPS; group++) {
            packets.add(Packet.of(new PacketHeader(group, 0, TestMbu.ORIGIN, 0, UNITS, true), payload));
        }
        HttpWire wire = attacker.beginData();
        open.add(wire);
        wire.chunk(Frames.body(GROUPS, packets));
        for (Sequenced packet : packets) {
            WireAnswer answer = attacker.send(Frames.body(GROUPS, List.of(packet)));
            if (answer.status() != 200) {
                assertThat(answer.error()).isIn("too-much-held", "undecodable-packet");
                refused.incrementAndGet();
            }
        }
        return null;
    }

    private static List<Channel> channels() {
        return IntStream.range(0, CHANNELS)
                .mapToObj(channel -> Channel.ofGain("c" + channel, "mV", 11, 0, 2047, 200, 1024))
                .toList();
    }

    /** About a kilobyte. */
    private static byte[] deflatedZeros() {
        Deflater deflater = new Deflater(9, true);
        deflater.setInput(new byte[DECLARED]);
        deflater.finish();
        byte[] bytes = new byte[8192];
        int length = deflater.deflate(bytes);
        assertThat(deflater.finished()).isTrue();
        deflater.end();
        return Arrays.copyOf(bytes, length);
    }
}
