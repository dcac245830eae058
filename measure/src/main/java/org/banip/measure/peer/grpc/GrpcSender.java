package org.banip.measure.peer.grpc;

import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.ClientResponseObserver;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.banip.core.packet.Packet;
import org.banip.measure.peer.transport.Acknowledgement;
import org.banip.measure.peer.transport.SendQueue;
import org.banip.measure.peer.transport.StreamClient;
import org.jspecify.annotations.Nullable;

/**
 * Streams packets in one call, and after a break in the next one, with gRPC's flow control, its keep-alive at the shortest allowed interval, and its
 * own back-off between connections.
 */
final class GrpcSender extends StreamClient {
    private static final long KEEP_ALIVE_SECONDS = 10;
    private static final long GOODBYE_SECONDS = 2;

    private final SendQueue queue;
    private final ManagedChannel channel;
    private final CallOptions options;

    private GrpcSender(InetSocketAddress server, boolean compressed, SendQueue queue) {
        super("grpc", queue);
        this.queue = queue;
        channel = NettyChannelBuilder.forAddress(server)
                .usePlaintext()
                .keepAliveTime(KEEP_ALIVE_SECONDS, TimeUnit.SECONDS)
                .keepAliveTimeout(KEEP_ALIVE_SECONDS, TimeUnit.SECONDS)
                .build();
        CallOptions waiting = CallOptions.DEFAULT.withWaitForReady();
        options = compressed ? waiting.withCompression("gzip") : waiting;
    }

    static GrpcSender start(InetSocketAddress server, boolean compressed, SendQueue queue) {
        GrpcSender sender = new GrpcSender(server, compressed, queue);
        sender.start();
        return sender;
    }

    @Override
    protected Connection connect() throws IOException, InterruptedException {
        Call call = new Call();
        ClientCalls.asyncBidiStreamingCall(channel.newCall(SampleService.STREAM, options), call);
        call.awaitReady();
        return call;
    }

    @Override
    public void close() {
        super.close();
        channel.shutdown();
        try {
            if (!channel.awaitTermination(GOODBYE_SECONDS, TimeUnit.SECONDS)) {
                channel.shutdownNow();
            }
        } catch (InterruptedException e) {
            channel.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }

    /** One call. */
    private final class Call implements ClientResponseObserver<Packet, byte[]>, Connection {
        private @Nullable ClientCallStreamObserver<Packet> requests;
        private boolean ended;
        private @Nullable Throwable why;

        @Override
        public synchronized void beforeStart(ClientCallStreamObserver<Packet> stream) {
            requests = stream;
            stream.setOnReadyHandler(this::ready);
        }

        private synchronized void ready() {
            notifyAll();
        }

        private synchronized ClientCallStreamObserver<Packet> awaitReady() throws IOException, InterruptedException {
            while (!ended) {
                ClientCallStreamObserver<Packet> stream = requests;
                if (stream != null && stream.isReady()) {
                    return stream;
                }
                wait();
            }
            throw new IOException("the call has ended", why);
        }

        @Override
        public synchronized boolean open() {
            return !ended;
        }

        @Override
        public void send(Packet packet) throws IOException, InterruptedException {
            awaitReady().onNext(packet);
        }

        @Override
        public void onNext(byte[] acknowledgement) {
            Acknowledgement.apply(ByteBuffer.wrap(acknowledgement), queue);
        }

        @Override
        public void onError(Throwable failure) {
            end(failure);
        }

        @Override
        public void onCompleted() {
            end(null);
        }

        private synchronized void end(@Nullable Throwable failure) {
            ended = true;
            why = failure;
            notifyAll();
        }

        @Override
        public void close() {
            ClientCallStreamObserver<Packet> stream;
            boolean over;
            synchronized (this) {
                stream = requests;
                over = ended;
            }
            if (stream != null && !over) {
                stream.cancel("closed", null);
            }
        }
    }
}
