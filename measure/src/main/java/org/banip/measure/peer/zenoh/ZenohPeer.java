package org.banip.measure.peer.zenoh;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.banip.core.ban.SensorGroup;
import org.banip.measure.peer.reception.Arrivals;
import org.banip.measure.peer.transport.InFlight;
import org.banip.measure.peer.transport.Peer;
import org.banip.measure.peer.transport.PeerClient;
import org.banip.measure.peer.transport.PeerServer;
import org.banip.measure.peer.transport.Programs;
import org.banip.measure.peer.transport.SendQueue;
import org.banip.measure.peer.transport.ServerProgram;
import org.banip.measure.peer.wire.Compression;

/**
 * Zenoh over TCP: a client at the mobile end, a router at the fixed end.
 *
 * @param compression of each publication's payload
 */
public record ZenohPeer(Compression compression) implements Peer {
    @Override
    public int mostInFlight(double bytesPerSecond) {
        return InFlight.on(bytesPerSecond);
    }

    @Override
    public Optional<String> missing() {
        return Programs.printed(List.of(ZenohEnd.PYTHON, "-c", "import zenoh")).isPresent()
                ? Optional.empty()
                : Optional.of("Zenoh needs a " + ZenohEnd.PYTHON + " on the PATH with the package eclipse-zenoh"
                        + " (docs/peers.md), which is not on this machine");
    }

    @Override
    public PeerServer serve(String address, Path folder, Arrivals reception) throws IOException, InterruptedException {
        return new ZenohReceiver(ServerProgram.freeAddress(address), compression, reception);
    }

    @Override
    public PeerClient connect(InetSocketAddress server, List<SensorGroup> groups, SendQueue queue) {
        return ZenohSender.start(server, compression, queue);
    }
}
