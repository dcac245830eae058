package org.banip.measure.peer.zenoh;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.banip.measure.peer.reception.Arrivals;
import org.banip.measure.peer.transport.AckSender;
import org.banip.measure.peer.transport.PeerServer;
import org.banip.measure.peer.wire.Compression;
import org.banip.measure.peer.wire.PacketBytes;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Subscribes to packets, and publishes what is durable. */
final class ZenohReceiver implements PeerServer {
    private static final Logger LOG = LoggerFactory.getLogger(ZenohReceiver.class);
    private static final Duration START = Duration.ofSeconds(60);

    private final InetSocketAddress address;
    private final Compression compression;
    private final Arrivals reception;
    private final CompletableFuture<Void> listens = new CompletableFuture<>();
    private final AckSender acknowledgements;
    private final ZenohEnd end;

    ZenohReceiver(InetSocketAddress address, Compression compression, Arrivals reception)
            throws IOException, InterruptedException {
        this.address = address;
        this.compression = compression;
        this.reception = reception;
        end = ZenohEnd.start("store", address, new Arriving());
        acknowledgements = new AckSender(reception::next, this::acknowledge);
        try {
            listens.get(START.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException e) {
            close();
            throw new IOException("Zenoh does not listen at " + address, e);
        } catch (InterruptedException e) {
            close();
            throw e;
        }
    }

    private void acknowledge(byte[] acknowledgement) {
        try {
            end.write(ZenohEnd.Kind.ACKNOWLEDGEMENT, acknowledgement);
        } catch (IOException e) {
            LOG.info("Zenoh: no acknowledgement: {}", e.toString());
        }
    }

    /** What comes from the process. */
    private final class Arriving implements ZenohEnd.Messages {
        @Override
        public void take(ZenohEnd.Kind kind, byte[] body) {
            if (kind == ZenohEnd.Kind.MATCHED) {
                listens.complete(null);
                return;
            }
            try {
                reception.arrived(
                        PacketBytes.decode(ByteBuffer.wrap(compression.expand(body))), () -> acknowledgements.tell());
            } catch (RuntimeException e) {
                LOG.error("Zenoh: a message that is no packet: {}", e.toString());
            }
        }

        @Override
        public void ended() {
            listens.completeExceptionally(new IOException("the process has ended"));
        }
    }

    @Override
    public int port() {
        return address.getPort();
    }

    @Override
    public Duration helpersCpu() {
        return end.cpu();
    }

    @Override
    public void close() {
        acknowledgements.close();
        end.close();
    }
}
