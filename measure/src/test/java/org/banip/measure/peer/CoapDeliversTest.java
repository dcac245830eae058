package org.banip.measure.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.banip.core.packet.Packet;
import org.banip.core.transcoding.Transcoders;
import org.banip.measure.peer.process.Peers;
import org.banip.measure.peer.reception.PeerStore;
import org.banip.measure.peer.reception.Reception;
import org.banip.measure.peer.transport.Peer;
import org.banip.measure.peer.transport.PeerClient;
import org.banip.measure.peer.transport.PeerServer;
import org.banip.measure.peer.transport.SendQueue;
import org.banip.surrogate.store.JdbcStore;
import org.banip.surrogate.store.StoredRecording;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** CoAP over a relay that loses a request, an answer and, of a packet in blocks, a block. */
class CoapDeliversTest {
    private static final String LOOPBACK = InetAddress.getLoopbackAddress().getHostAddress();
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"coap", "coap-deflate"})
    void deliversAllOnceAndInOrderAlthoughDatagramsAreLost(String name) throws Exception {
        PeerSignal signal = new PeerSignal(40, 7);
        Peer peer = Peers.peer(name);
        Path file = folder.resolve("store.db");
        SendQueue queue = new SendQueue(peer.mostInFlight(Double.POSITIVE_INFINITY));
        try (PeerStore store = PeerStore.open(file, signal.ban());
                PeerServer server = peer.serve(LOOPBACK, folder, store.reception());
                LosingRelay relay = new LosingRelay(server.port(), Set.of(3), Set.of(9));
                PeerClient client = peer.connect(relay.address(), signal.ban().groups(), queue)) {
            for (Packet packet : signal.packets()) {
                queue.put(packet);
            }
            await().atMost(PATIENCE).until(queue::isEmpty);
            assertThat(store.reception().finish(signal.units(), TimeUnit.SECONDS.toNanos(30)))
                    .isTrue();
            Reception.Counters counters = store.reception().counters();
            assertThat(relay.lost()).isEqualTo(2);
            assertThat(counters.arrived())
                    .as("the library repeats and drops duplicates")
                    .isEqualTo(40);
            assertThat(counters.lost() + counters.doubled() + client.breaks()).isZero();
        }
        assertThat(queue.acknowledgedUnits()).isEqualTo(signal.units());
        try (JdbcStore store = JdbcStore.openForReading(file)) {
            StoredRecording stored =
                    new StoredRecording(store, store.interconnects().get(0), Transcoders.installed());
            assertThat(stored.digest().hex()).isEqualTo(signal.digest());
        }
    }
}
