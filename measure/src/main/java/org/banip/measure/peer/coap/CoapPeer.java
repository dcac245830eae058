package org.banip.measure.peer.coap;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.banip.core.ban.SensorGroup;
import org.banip.core.packet.Packet;
import org.banip.measure.peer.reception.Arrivals;
import org.banip.measure.peer.transport.Peer;
import org.banip.measure.peer.transport.PeerClient;
import org.banip.measure.peer.transport.PeerServer;
import org.banip.measure.peer.transport.SendQueue;
import org.banip.measure.peer.wire.Compression;
import org.eclipse.californium.core.config.CoapConfig;
import org.eclipse.californium.elements.config.Configuration;
import org.eclipse.californium.elements.config.UdpConfig;

/**
 * CoAP (RFC 7252) with block-wise transfers (RFC 7959). NSTART is 1: a client waits for the answer before it sends the next request.
 *
 * @param compression of each request's payload; CoAP has none of its own
 */
public record CoapPeer(Compression compression) implements Peer {
    static final String RESOURCE = "samples";

    /** RFC 7252, section 4.7. */
    private static final int NSTART = 1;

    /** Longer than the longest round trip of the slow link with its waits for bearers, so that nothing is repeated without need. */
    private static final int ACK_TIMEOUT_SECONDS = 3;

    /** The largest size of blocks that fits into the smallest MTU of the links. */
    private static final int BLOCK_BYTES = 512;

    private static final int MOST_HEAD_BYTES = 64;

    static {
        CoapConfig.register();
        UdpConfig.register();
    }

    @Override
    public int mostInFlight(double bytesPerSecond) {
        return NSTART;
    }

    /** Settings of both ends. */
    static Configuration settings() {
        return Configuration.createStandardWithoutFile()
                .set(CoapConfig.NSTART, NSTART)
                .set(CoapConfig.ACK_TIMEOUT, ACK_TIMEOUT_SECONDS, TimeUnit.SECONDS)
                .set(CoapConfig.PREFERRED_BLOCK_SIZE, BLOCK_BYTES)
                .set(CoapConfig.MAX_MESSAGE_SIZE, BLOCK_BYTES)
                .set(CoapConfig.MAX_RESOURCE_BODY_SIZE, Packet.MAX_DECODED + MOST_HEAD_BYTES);
    }

    @Override
    public PeerServer serve(String address, Path folder, Arrivals reception) {
        return new CoapReceiver(address, compression, reception);
    }

    @Override
    public PeerClient connect(InetSocketAddress server, List<SensorGroup> groups, SendQueue queue) {
        return new CoapSender(server, compression, queue);
    }
}
