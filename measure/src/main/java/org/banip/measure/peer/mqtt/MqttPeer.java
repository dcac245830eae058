package org.banip.measure.peer.mqtt;

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
import org.banip.measure.peer.transport.SendQueue;
import org.banip.measure.peer.transport.ServerProgram;
import org.banip.measure.peer.wire.Compression;

/**
 * MQTT 5, quality of service 1, with a session that outlives connections.
 *
 * @param compression of each message's payload; MQTT has none of its own
 * @param savesEachChange whether the broker writes its file after each change, which costs much time
 */
public record MqttPeer(Compression compression, boolean savesEachChange) implements Peer {
    @Override
    public int mostInFlight(double bytesPerSecond) {
        return InFlight.on(bytesPerSecond);
    }

    @Override
    public Optional<String> missing() {
        return Mosquitto.executable().isPresent()
                ? Optional.empty()
                : Optional.of("MQTT needs the broker mosquitto (Debian: mosquitto), which is not on this machine");
    }

    @Override
    public PeerServer serve(String address, Path folder, Arrivals reception) throws IOException, InterruptedException {
        ServerProgram broker = Mosquitto.start(address, folder, savesEachChange);
        try {
            return new StoringSubscriber(broker, compression, reception);
        } catch (RuntimeException e) {
            broker.close();
            throw e;
        }
    }

    @Override
    public PeerClient connect(InetSocketAddress server, List<SensorGroup> groups, SendQueue queue) {
        return new MqttPublisher(server, compression, queue);
    }
}
