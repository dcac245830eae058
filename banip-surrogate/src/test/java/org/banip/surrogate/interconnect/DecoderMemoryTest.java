package org.banip.surrogate.interconnect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.banip.surrogate.wire.Patience.await;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.zip.Deflater;
import org.banip.core.ban.BanDescription;
import org.banip.core.ban.Channel;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SensorGroup;
import org.banip.core.packet.Packet;
import org.banip.core.packet.PacketHeader;
import org.banip.core.packet.Sequenced;
import org.banip.core.transcoding.Transcoders;
import org.banip.core.transcoding.TranscodingChain;
import org.banip.surrogate.settings.HostLimits;
import org.banip.surrogate.store.JdbcStore;
import org.banip.surrogate.wire.FaultyStore;
import org.banip.surrogate.wire.Frames;
import org.banip.surrogate.wire.Gate;
import org.banip.surrogate.wire.RunningHost;
import org.banip.surrogate.wire.TestMbu;
import org.banip.surrogate.wire.WireAnswer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What decoders know of their signals, and their buffers, count as memory that MBUs make the host hold. */
class DecoderMemoryTest {
    private static final String CHAIN = "packetizer(units=4,hold=0)|predict(effort=high)";
    private static final String DEFLATE = "packetizer(units=4,hold=0)|deflate(level=6)";
    private static final int UNITS = 65_535;
    private static final int AT_ONCE = 16;
    /** Eight groups of eight channels: 16 bytes in a sensor set. */
    private static final BanDescription EIGHT = new BanDescription(
            "ban-8",
            IntStream.range(0, 8)
                    .mapToObj(group -> SensorGroup.live(
                            "g" + group,
                            Frequency.ofHz(360),
                            IntStream.range(0, 8)
                                    .mapToObj(channel -> Channel.ofGain("c" + channel, "mV", 11, 0, 2047, 200, 1024))
                                    .toList()))
                    .toList());

    @TempDir
    private Path directory;

    @Test
    void decodersBeyondTheQuotaAreRefusedAndTheirMemoryComesBack() throws IOException {
        long each = decoderBytes();
        assertThat(each).isPositive();
        HostLimits limits = HostLimits.builder().heldBytesPerIdentity(2 * each).build();
        try (RunningHost host =
                RunningHost.over(JdbcStore.open(directory.resolve("store.db")), builder -> builder.limits(limits))) {
            TestMbu first = new TestMbu(host.base(), Map.of(), CHAIN);
            first.register();
            new TestMbu(host.base(), Map.of(), CHAIN).register();
            assertThat(host.host().statistics().heldBytes()).isEqualTo(2 * each);

            TestMbu third = new TestMbu(host.base(), Map.of(), CHAIN);
            WireAnswer answer = third.post(third.registration().toJson());
            assertThat(answer.error()).isEqualTo("too-much-held");
            assertThat(answer.message())
                    .contains("decoders with " + each + " bytes")
                    .contains("limit " + 2 * each);

            first.delete();
            await().until(() -> host.host().statistics().heldBytes() == each);
            third.register();
        }
    }

    /** All are under way at the same time: the store enters no session until a second one is there, or one is refused. */
    @Test
    void registrationsAtOnceTakeNoMoreThanTheQuota() throws Exception {
        long each = decoderBytes();
        HostLimits limits = HostLimits.builder().heldBytesPerIdentity(each).build();
        FaultyStore store = new FaultyStore(JdbcStore.open(directory.resolve("store.db")));
        Gate gate = new Gate();
        store.creationWaitsFor(gate);
        ExecutorService threads = Executors.newCachedThreadPool();
        try (RunningHost host = RunningHost.over(store, builder -> builder.limits(limits))) {
            List<Future<WireAnswer>> answers = new ArrayList<>();
            for (int i = 0; i < AT_ONCE; i++) {
                TestMbu mbu = new TestMbu(host.base(), Map.of(), CHAIN);
                answers.add(threads.submit(() -> mbu.post(mbu.registration().toJson())));
            }
            await().until(() -> gate.arrived() > 1 || answers.stream().anyMatch(Future::isDone));
            gate.release();
            int registered = 0;
            for (Future<WireAnswer> one : answers) {
                WireAnswer answer = one.get();
                registered += answer.status() == 201 ? 1 : 0;
                assertThat(answer.status() == 201 ? "too-much-held" : answer.error())
                        .isEqualTo("too-much-held");
            }
            assertThat(registered).isEqualTo(1);
            assertThat(host.host().statistics().heldBytes()).isEqualTo(each);
        } finally {
            gate.release();
            threads.shutdown();
        }
    }

    @Test
    void memoryOfARegistrationThatFailsComesBack() throws IOException {
        long each = decoderBytes();
        HostLimits limits = HostLimits.builder().heldBytesPerIdentity(each).build();
        FaultyStore store = new FaultyStore(JdbcStore.open(directory.resolve("store.db")));
        try (RunningHost host = RunningHost.over(store, builder -> builder.limits(limits))) {
            TestMbu mbu = new TestMbu(host.base(), Map.of(), CHAIN);
            store.broken(true);
            assertThat(mbu.post(mbu.registration().toJson()).error()).isEqualTo("storage-unavailable");
            assertThat(host.host().statistics().heldBytes()).isZero();
            store.broken(false);
            mbu.register();
            assertThat(host.host().statistics().heldBytes()).isEqualTo(each);
        }
    }

    @Test
    void memoryOfDetectorsThatCannotBeKeptComesBack() throws IOException {
        FaultyStore store = new FaultyStore(JdbcStore.open(directory.resolve("store.db")));
        try (RunningHost host = RunningHost.over(store, builder -> builder.banDetectors(1))) {
            TestMbu mbu = new TestMbu(host.base(), Map.of(), CHAIN);
            String quiet = "{\"name\":\"quiet\",\"kind\":\"silence\",\"group\":\"ecg\",\"afterMillis\":300000}";
            String registration = mbu.registration().toBuilder()
                    .detectors(List.of(quiet))
                    .build()
                    .toJson();
            store.keepsNoDetectors(true);
            assertThat(mbu.post(registration).error()).isEqualTo("storage-unavailable");
            assertThat(host.host().statistics().heldBytes()).isZero();
            store.keepsNoDetectors(false);
            assertThat(mbu.post(registration).status()).isEqualTo(201);
            assertThat(host.host().statistics().heldBytes()).isGreaterThan(decoderBytes());
        }
    }

    private static long decoderBytes() {
        TranscodingChain chain = TranscodingChain.parse(CHAIN, Transcoders.installed());
        return TestMbu.BAN.groups().stream().mapToLong(chain::decoderBytes).sum();
    }

    /** Whether they decode or not: the decoders make buffers of the declared length before they look at the payload. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void buffersOfTheDeclaredLengthAreCountedBeforeTheyAreMade(boolean decodable) throws IOException {
        TranscodingChain chain = TranscodingChain.parse(DEFLATE, Transcoders.installed());
        long state = EIGHT.groups().stream().mapToLong(chain::decoderBytes).sum();
        long buffers = chain.packetBytes(
                EIGHT.groups().get(0), UNITS * EIGHT.groups().get(0).setBytes());
        HostLimits limits =
                HostLimits.builder().heldBytesPerIdentity(state + 3 * buffers).build();
        try (RunningHost host =
                RunningHost.over(JdbcStore.open(directory.resolve("store.db")), builder -> builder.limits(limits))) {
            TestMbu mbu = new TestMbu(host.base(), Map.of(), DEFLATE, EIGHT);
            mbu.register();
            List<Sequenced> packets = new ArrayList<>();
            for (int group = 0; group < EIGHT.groups().size(); group++) {
                packets.add(Packet.of(
                        new PacketHeader(group, 0, TestMbu.ORIGIN, 0, UNITS, true),
                        decodable ? deflatedZeros() : new byte[] {7, 7, 7}));
            }
            WireAnswer answer = mbu.send(Frames.body(packets.size(), packets));
            assertThat(answer.error()).isEqualTo("too-much-held");
            assertThat(answer.message()).contains("packet 0 of group 3").contains("buffers of " + buffers + " bytes");
            assertThat(host.host().statistics().heldBytes())
                    .isBetween(state + 3 * buffers - 3 * 65_536, state + 3 * buffers);
            assertThat(mbu.send(Frames.body(8, List.of(shortPacket(7)))).status())
                    .isEqualTo(200);

            mbu.delete();
            await().until(() -> host.host().statistics().heldBytes() == 0);
        }
    }

    /** What the record ends with is decoded again when its session comes back. */
    @Test
    void buffersOfADecoderThatWasRestoredAreCounted() throws IOException {
        try (RunningHost host = RunningHost.over(JdbcStore.open(directory.resolve("store.db")))) {
            TestMbu mbu = new TestMbu(host.base(), Map.of(), DEFLATE, EIGHT);
            mbu.register();
            PacketHeader header = new PacketHeader(2, 0, TestMbu.ORIGIN, 0, UNITS, true);
            WireAnswer answer = mbu.send(Frames.body(8, List.of(Packet.of(header, deflatedZeros()))));
            assertThat(answer.status()).as(answer.text()).isEqualTo(200);
            long held = host.host().statistics().heldBytes();
            mbu.delete();
            await().until(() -> host.host().statistics().heldBytes() == 0);
            mbu.register();
            // The packet itself may still have been held when its answer came.
            long packet = deflatedZeros().length + 200L;
            assertThat(host.host().statistics().heldBytes())
                    .isBetween(held - packet, held)
                    .isGreaterThan(2L << 20);
        }
    }

    private static Packet shortPacket(int group) {
        return Packet.of(new PacketHeader(group, 0, TestMbu.ORIGIN, 0, 1, true), deflated(16));
    }

    private static byte[] deflatedZeros() {
        return deflated(UNITS * 16);
    }

    private static byte[] deflated(int zeros) {
        Deflater deflater = new Deflater(9, true);
        deflater.setInput(new byte[zeros]);
        deflater.finish();
        byte[] bytes = new byte[8192];
        int length = deflater.deflate(bytes);
        deflater.end();
        return Arrays.copyOf(bytes, length);
    }
}
