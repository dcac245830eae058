package org.banip.measure.peer.zenoh;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import org.banip.core.packet.Packet;
import org.banip.measure.peer.transport.Acknowledgement;
import org.banip.measure.peer.transport.SendQueue;
import org.banip.measure.peer.transport.StreamClient;
import org.banip.measure.peer.wire.Compression;
import org.banip.measure.peer.wire.PacketBytes;

/** Publishes packets while there is a subscriber. The library reconnects by itself; then everything unacknowledged is published again. */
final class ZenohSender extends StreamClient {
    private final Compression compression;
    private final SendQueue queue;
    private final Presence subscriber = new Presence();
    private final ZenohEnd end;

    private ZenohSender(InetSocketAddress server, Compression compression, SendQueue queue) throws IOException {
        super("zenoh", queue);
        this.compression = compression;
        this.queue = queue;
        end = ZenohEnd.start("send", server, new Arriving());
    }

    static ZenohSender start(InetSocketAddress server, Compression compression, SendQueue queue) {
        try {
            ZenohSender sender = new ZenohSender(server, compression, queue);
            sender.start();
            return sender;
        } catch (IOException e) {
            throw new IllegalStateException("cannot start " + ZenohEnd.PYTHON, e);
        }
    }

    @Override
    protected Connection connect() throws IOException, InterruptedException {
        return new Publishing(subscriber.await());
    }

    @Override
    public void close() {
        end.close(); // a write that is blocked fails
        super.close();
    }

    /** While a subscriber is there. */
    private final class Publishing implements Connection {
        private final int appearance;

        private Publishing(int appearance) {
            this.appearance = appearance;
        }

        @Override
        public boolean open() {
            return subscriber.is(appearance);
        }

        @Override
        public void send(Packet packet) throws IOException {
            end.write(ZenohEnd.Kind.PACKET, compression.compress(PacketBytes.encode(packet)));
        }

        /** The process goes on, and tells when there is a subscriber again. */
        @Override
        public void close() {}
    }

    /** What comes from the process. */
    private final class Arriving implements ZenohEnd.Messages {
        @Override
        public void take(ZenohEnd.Kind kind, byte[] body) {
            if (kind == ZenohEnd.Kind.ACKNOWLEDGEMENT) {
                Acknowledgement.apply(ByteBuffer.wrap(body), queue);
            } else {
                subscriber.tell(kind == ZenohEnd.Kind.MATCHED);
            }
        }

        @Override
        public void ended() {
            subscriber.end();
        }
    }
}
