package org.banip.measure.peer.coap;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.banip.core.packet.Packet;
import org.banip.measure.peer.transport.PeerClient;
import org.banip.measure.peer.transport.ReconnectDelay;
import org.banip.measure.peer.transport.SendQueue;
import org.banip.measure.peer.wire.Compression;
import org.banip.measure.peer.wire.PacketBytes;
import org.eclipse.californium.core.CoapClient;
import org.eclipse.californium.core.CoapResponse;
import org.eclipse.californium.core.coap.MediaTypeRegistry;
import org.eclipse.californium.core.network.CoapEndpoint;
import org.eclipse.californium.elements.exception.ConnectorException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Posts one packet after the other. The library repeats what is not acknowledged; if it gives up, the packet is posted again. */
final class CoapSender implements PeerClient {
    private static final Logger LOG = LoggerFactory.getLogger(CoapSender.class);
    private static final Duration LOOK = Duration.ofMillis(100);

    /** Longer than all repetitions of the library together. */
    private static final Duration ANSWER = Duration.ofMinutes(3);

    private final Compression compression;
    private final SendQueue queue;
    private final AtomicLong breaks = new AtomicLong();
    private final CoapEndpoint endpoint;
    private final CoapClient client;
    private final Thread thread = new Thread(this::run, "banip-peer-coap");
    private volatile boolean closing;

    CoapSender(InetSocketAddress server, Compression compression, SendQueue queue) {
        this.compression = compression;
        this.queue = queue;
        endpoint =
                new CoapEndpoint.Builder().setConfiguration(CoapPeer.settings()).build();
        client = new CoapClient("coap", server.getHostString(), server.getPort(), CoapPeer.RESOURCE)
                .setEndpoint(endpoint)
                .setTimeout(ANSWER.toMillis())
                .useCONs();
        thread.start();
    }

    private void run() {
        ReconnectDelay backoff = new ReconnectDelay();
        try {
            endpoint.start();
            while (!closing) {
                Optional<Packet> packet = queue.next(LOOK);
                if (packet.isPresent()) {
                    post(packet.get(), backoff);
                }
            }
        } catch (IOException e) {
            LOG.error("CoAP: no socket: {}", e.toString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // closed
        }
    }

    private void post(Packet packet, ReconnectDelay backoff) throws InterruptedException {
        byte[] payload = compression.compress(PacketBytes.encode(packet));
        while (!posted(payload)) {
            breaks.incrementAndGet();
            backoff.sleep();
        }
        backoff.reset();
        queue.acknowledge(packet);
    }

    private boolean posted(byte[] payload) throws InterruptedException {
        try {
            CoapResponse response = client.post(payload, MediaTypeRegistry.APPLICATION_OCTET_STREAM);
            if (response != null && response.isSuccess()) {
                return true;
            }
            LOG.info("CoAP: POST was answered with {}", response == null ? "nothing" : response.getCode());
        } catch (ConnectorException | IOException e) {
            LOG.info("CoAP: POST failed: {}", e.toString());
        }
        if (closing) {
            throw new InterruptedException("closed");
        }
        return false;
    }

    @Override
    public long breaks() {
        return breaks.get();
    }

    @Override
    public void close() {
        closing = true;
        thread.interrupt();
        client.shutdown();
        endpoint.destroy();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
