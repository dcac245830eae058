package org.banip.measure.losses.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import org.banip.core.packet.Packet;
import org.banip.measure.peer.transport.InFlight;
import org.banip.measure.peer.transport.Peer;
import org.banip.measure.peer.transport.PeerClient;
import org.banip.measure.peer.transport.SendQueue;

/** A peer: one message for each sample. What is not acknowledged is kept in memory and sent again, as its client library does or advises. */
final class PeerOutlet implements Outlet {
    private final Numbers confirmed;
    private final long originNanos;
    private final SendQueue queue;
    private final PeerClient client;

    PeerOutlet(Peer peer, InetSocketAddress server, Numbers confirmed, long originNanos) {
        this.confirmed = confirmed;
        this.originNanos = originNanos;
        queue = new SendQueue(InFlight.MOST, this::confirm);
        client = peer.connect(server, LossSignal.BAN.groups(), queue);
    }

    private void confirm(Packet packet) {
        try {
            confirmed.add(packet.sequence(), false);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public boolean give(long number) throws InterruptedException {
        queue.put(LossSignal.packet(number, originNanos));
        return true;
    }

    @Override
    public boolean isDelivered() {
        return queue.isEmpty();
    }

    @Override
    public void close() {
        client.close();
    }
}
