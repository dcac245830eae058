package org.banip.measure.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
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
import org.junit.jupiter.params.provider.MethodSource;

/** Each peer, over real sockets on loopback. */
class PeersDeliverTest {
    private static final String LOOPBACK = InetAddress.getLoopbackAddress().getHostAddress();
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    @TempDir
    private Path folder;

    static String[] peers() {
        return Peers.names().stream()
                .filter(name -> !Peers.isBanip(name) && !name.startsWith("coap")) // over UDP: CoapDeliversTest
                .toArray(String[]::new);
    }

    @ParameterizedTest
    @MethodSource("peers")
    void deliversAllOnceAndInOrder(String name) throws Exception {
        Delivery delivery = deliver(name, new PeerSignal(200, 7), Long.MAX_VALUE, 0);
        assertThat(delivery.reception().lost()).isZero();
        assertThat(delivery.reception().doubled()).isZero();
        assertThat(delivery.reception().arrived()).isEqualTo(200);
        assertThat(delivery.breaks()).isZero();
    }

    @ParameterizedTest
    @MethodSource("peers")
    void survivesConnectionsThatBreak(String name) throws Exception {
        PeerSignal signal = new PeerSignal(300, 8);
        Delivery delivery = deliver(name, signal, 25_000, 2);
        assertThat(delivery.relayBreaks()).isEqualTo(2);
        assertThat(delivery.breaks()).isPositive();
        assertThat(delivery.reception().lost()).isZero();
        assertThat(delivery.reception().arrived() - delivery.reception().doubled())
                .isEqualTo(signal.packets().size());
    }

    private record Delivery(Reception.Counters reception, long breaks, int relayBreaks) {}

    /** Delivers a signal through a relay, and compares what is stored with it. */
    private Delivery deliver(String name, PeerSignal signal, long breakEvery, int mostBreaks) throws Exception {
        NeedsPrograms.check(name);
        Peer peer = Peers.peer(name);
        Path file = folder.resolve("store.db");
        SendQueue queue = new SendQueue(peer.mostInFlight(Double.POSITIVE_INFINITY));
        Delivery delivery;
        try (PeerStore store = PeerStore.open(file, signal.ban());
                PeerServer server = peer.serve(LOOPBACK, folder, store.reception());
                BreakableRelay relay = new BreakableRelay(server.port(), breakEvery, mostBreaks);
                PeerClient client = peer.connect(
                        new InetSocketAddress(LOOPBACK, relay.address().getPort()),
                        signal.ban().groups(),
                        queue)) {
            for (Packet packet : signal.packets()) {
                queue.put(packet);
            }
            await().atMost(PATIENCE).until(queue::isEmpty);
            assertThat(store.reception().finish(signal.units(), TimeUnit.SECONDS.toNanos(30)))
                    .isTrue();
            delivery = new Delivery(store.reception().counters(), client.breaks(), relay.breaks());
        }
        assertThat(queue.acknowledgedUnits()).isEqualTo(signal.units());
        assertThat(stored(file)).isEqualTo(signal.digest());
        return delivery;
    }

    private static String stored(Path file) {
        try (JdbcStore store = JdbcStore.openForReading(file)) {
            return new StoredRecording(store, store.interconnects().get(0), Transcoders.installed())
                    .digest()
                    .hex();
        }
    }
}
