package org.banip.app.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.banip.core.ban.Channel;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SensorGroup;
import org.banip.core.packet.Packet;
import org.banip.core.packet.Sequenced;
import org.banip.core.testing.ReservedPort;
import org.banip.core.transcoding.ChainDecoder;
import org.banip.core.transcoding.Transcoders;
import org.banip.core.transcoding.TranscodingChain;
import org.banip.core.transcoding.spi.Block;
import org.banip.mbu.MobileBaseUnit;
import org.banip.mbu.settings.FullPolicy;
import org.banip.mbu.settings.ReconnectSettings;
import org.banip.mbu.spi.MbuEvent;
import org.banip.mbu.spi.OfferOutcome;
import org.banip.surrogate.SurrogateHost;
import org.banip.surrogate.standalone.HostServer;
import org.banip.surrogate.standalone.HostServerSettings;
import org.banip.surrogate.store.CheckListener;
import org.banip.surrogate.store.InterconnectRecord;
import org.banip.surrogate.store.JdbcStore;
import org.banip.surrogate.store.Store;
import org.banip.surrogate.store.StoreCheck;
import org.banip.surrogate.store.StoreDamage;
import org.banip.surrogate.store.StoreLocation;
import org.banip.surrogate.store.StoreSettings;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** An MBU, and a host whose store is a buffer: what was passed on is forgotten, and the session goes on over restarts of the host. */
@Timeout(300)
class ForgettingHostTest {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final Transcoders KNOWN = Transcoders.installed();
    private static final SensorGroup ECG =
            SensorGroup.live("ecg", Frequency.ofHz(360), List.of(new Channel("II", "mV", 16, -32768, 32767, -10, 10)));
    private static final int ROUNDS = 16;
    private static final int UNITS = 900;
    /** Of a key packet every 360 sensor sets, with up to 20 of them in a packet. */
    private static final int MOST_KEPT = 2 * 360 / 20 + UNITS / 20;

    @TempDir
    private Path directory;

    private final List<MbuEvent> events = new CopyOnWriteArrayList<>();
    private final List<Integer> passed = new ArrayList<>();
    private long position;
    private long forgotten;
    private int offered;

    private StoreLocation location;

    @BeforeEach
    void place() {
        location = StoreLocation.of(directory.resolve("buffer.db").toString());
    }

    /** A host and its server. */
    private static final class Running implements AutoCloseable {
        final Store store;
        private final SurrogateHost host;
        private final HostServer server;

        Running(StoreLocation location, int port) {
            store = JdbcStore.open(location, StoreSettings.DEFAULT);
            host = SurrogateHost.builder(store).transcoders(KNOWN).build();
            server = HostServer.start(
                    host,
                    HostServerSettings.builder().address("127.0.0.1", port).build());
        }

        @Override
        public void close() {
            server.close();
            host.close();
        }
    }

    @Test
    void theSessionGoesOnAndAllIsPassedOnOnce() throws Exception {
        try (ReservedPort reserved = new ReservedPort()) {
            Running host = new Running(location, reserved.number());
            InterconnectRecord record;
            try (MobileBaseUnit mbu = MobileBaseUnit.builder()
                    .broker(host.server.baseUri())
                    .ban("ban-17")
                    .chain("packetizer(units=20,hold=0)|predict(key=1s)")
                    .input(ECG)
                    .fullPolicy("ecg", FullPolicy.WAIT)
                    .reconnect(new ReconnectSettings(Duration.ofMillis(2), Duration.ofMillis(50)))
                    .listener(events::add)
                    .closeTimeout(PATIENCE)
                    .start()) {
                for (int round = 0; round < ROUNDS; round++) {
                    offer(mbu);
                    if (round % 8 == 7) {
                        // Something of it is under way, or only in the MBU.
                        host.close();
                        offer(mbu);
                        assertWhole();
                        host = new Running(location, reserved.number());
                    }
                    mbu.awaitDelivered(PATIENCE);
                    passOn(host.store);
                }
                record = host.store.interconnects().get(0);
            }
            assertThat(host.store.interconnects()).hasSize(1);
            assertThat(passed)
                    .isEqualTo(IntStream.range(0, offered)
                            .mapToObj(number -> (int) (short) number)
                            .toList());
            assertThat(events)
                    .filteredOn(event -> event instanceof MbuEvent.SessionBegun)
                    .isEmpty();
            assertThat(forgotten).isGreaterThan(offered / 20 - MOST_KEPT);
            remove(host.store, record);
            host.close();
        }
        assertWhole();
    }

    private void offer(MobileBaseUnit mbu) {
        int[] samples = new int[UNITS];
        for (int i = 0; i < UNITS; i++) {
            samples[i] = (short) offered++;
        }
        assertThat(mbu.input("ecg").offerNext(samples)).isEqualTo(OfferOutcome.ACCEPTED);
    }

    /** Reads on from the position, with a decoder that begins at the last key packet, and forgets what it has read. */
    private void passOn(Store store) {
        InterconnectRecord record = store.interconnects().get(0);
        TranscodingChain chain = TranscodingChain.parse(record.chains().get(0), KNOWN);
        int[] kept = new int[1];
        try (ChainDecoder decoder = chain.newDecoder(record.ban(), 0)) {
            long from = store.lastKeyPacket(record, 0, position).orElse(position);
            store.read(record, 0, from, item -> {
                kept[0]++;
                decode(decoder, item);
                return true;
            });
        }
        assertThat(position).isEqualTo(store.nextSequences(record)[0]);
        assertThat(kept[0]).isLessThanOrEqualTo(2 * MOST_KEPT);
        forgotten += store.forgetBefore(record, 0, position);
    }

    private void decode(ChainDecoder decoder, Sequenced item) {
        Packet packet = (Packet) item;
        Block block = decoder.decode(packet.header(), packet.payload(), 0, packet.payload().length);
        if (item.sequence() >= position) {
            for (int u = 0; u < block.unitCount(); u++) {
                passed.add((block.bytes()[2 * u] & 0xFF) | block.bytes()[2 * u + 1] << 8);
            }
            position = item.nextSequence();
        }
    }

    private void remove(Store store, InterconnectRecord record) {
        await("the session has ended").atMost(PATIENCE).until(() -> store.hasEnded(record));
        InterconnectRecord now = record.withEpoch(store.epoch(record).orElseThrow());
        assertThat(store.remove(now, new long[] {position - 1})).isFalse();
        assertThat(store.remove(now, new long[] {position})).isTrue();
        assertThat(store.interconnects()).isEmpty();
    }

    private void assertWhole() {
        List<StoreDamage> found = new ArrayList<>();
        StoreCheck.run(location, new CheckListener() {
            @Override
            public void found(StoreDamage damage) {
                found.add(damage);
            }

            @Override
            public void progress(String step, long done, long total) {}
        });
        assertThat(found).isEmpty();
    }
}
