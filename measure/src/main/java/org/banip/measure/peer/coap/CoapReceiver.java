package org.banip.measure.peer.coap;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import org.banip.measure.peer.reception.Arrivals;
import org.banip.measure.peer.transport.PeerServer;
import org.banip.measure.peer.wire.Compression;
import org.banip.measure.peer.wire.PacketBytes;
import org.eclipse.californium.core.CoapExchange;
import org.eclipse.californium.core.CoapResource;
import org.eclipse.californium.core.CoapServer;
import org.eclipse.californium.core.coap.CoAP.ResponseCode;
import org.eclipse.californium.core.network.CoapEndpoint;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Answers a POST with 2.04 once its packet is durable. */
final class CoapReceiver implements PeerServer {
    private static final Logger LOG = LoggerFactory.getLogger(CoapReceiver.class);

    private final Compression compression;
    private final Arrivals reception;
    private final CoapServer server = new CoapServer(CoapPeer.settings());
    private final CoapEndpoint endpoint;

    CoapReceiver(String address, Compression compression, Arrivals reception) {
        this.compression = compression;
        this.reception = reception;
        endpoint = new CoapEndpoint.Builder()
                .setConfiguration(CoapPeer.settings())
                .setInetSocketAddress(new InetSocketAddress(address, 0))
                .build();
        server.addEndpoint(endpoint);
        server.add(new CoapResource(CoapPeer.RESOURCE) {
            @Override
            public void handlePOST(CoapExchange exchange) {
                take(exchange);
            }
        });
        server.start();
    }

    /** The answer comes with the acknowledgement, because a commit takes milliseconds. */
    private void take(CoapExchange exchange) {
        try {
            byte[] payload = compression.expand(exchange.getRequestPayload());
            reception.arrived(
                    PacketBytes.decode(ByteBuffer.wrap(payload)), () -> exchange.respond(ResponseCode.CHANGED));
        } catch (RuntimeException e) {
            LOG.error("CoAP: a request that is no packet: {}", e.toString());
            exchange.respond(ResponseCode.BAD_REQUEST);
        }
    }

    @Override
    public int port() {
        return endpoint.getAddress().getPort();
    }

    @Override
    public void close() {
        server.destroy();
    }
}
