package org.banip.measure.peer.transport;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.banip.core.ban.SensorGroup;
import org.banip.measure.peer.reception.Arrivals;

/** An alternative to BANip with its settings. Immutable. */
public interface Peer {
    /**
     * Most packets in flight.
     *
     * @param bytesPerSecond uplink rate of the link, infinite without a link
     */
    int mostInFlight(double bytesPerSecond);

    /** The reason why it cannot be used here, if any. */
    default Optional<String> missing() {
        return Optional.empty();
    }

    /**
     * Starts the receiving end.
     *
     * @param address of this host to listen on
     * @param folder for files of its own
     */
    PeerServer serve(String address, Path folder, Arrivals reception) throws IOException, InterruptedException;

    /** Starts the sending end; it connects by itself. */
    PeerClient connect(InetSocketAddress server, List<SensorGroup> groups, SendQueue queue);
}
