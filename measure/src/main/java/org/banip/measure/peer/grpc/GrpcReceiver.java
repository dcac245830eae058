package org.banip.measure.peer.grpc;

import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import org.banip.core.packet.Packet;
import org.banip.measure.peer.reception.Arrivals;
import org.banip.measure.peer.transport.AckSender;
import org.banip.measure.peer.transport.PeerServer;

/** Receives packets from calls, and acknowledges durable packets on the same call. */
final class GrpcReceiver implements PeerServer {
    private static final long SHORTEST_KEEP_ALIVE_SECONDS = 5;
    private static final long GOODBYE_SECONDS = 5;

    private final Arrivals reception;
    private final Server server;

    GrpcReceiver(String address, Arrivals reception) throws IOException {
        this.reception = reception;
        server = NettyServerBuilder.forAddress(new InetSocketAddress(address, 0))
                .permitKeepAliveTime(SHORTEST_KEEP_ALIVE_SECONDS, TimeUnit.SECONDS)
                .permitKeepAliveWithoutCalls(true)
                .addService(ServerServiceDefinition.builder(SampleService.SERVICE)
                        .addMethod(SampleService.STREAM, ServerCalls.asyncBidiStreamingCall(this::call))
                        .build())
                .build()
                .start();
    }

    private StreamObserver<Packet> call(StreamObserver<byte[]> answers) {
        ServerCallStreamObserver<byte[]> out = (ServerCallStreamObserver<byte[]>) answers;
        AckSender acks = new AckSender(reception::next, acknowledgement -> {
            if (!out.isCancelled()) {
                out.onNext(acknowledgement);
            }
        });
        out.setOnCancelHandler(acks::close);
        return new StreamObserver<>() {
            @Override
            public void onNext(Packet packet) {
                reception.arrived(packet, acks::tell);
            }

            @Override
            public void onError(Throwable failure) {
                acks.close(); // the client will call again
            }

            @Override
            public void onCompleted() {
                acks.close();
                out.onCompleted();
            }
        };
    }

    @Override
    public int port() {
        return server.getPort();
    }

    @Override
    public void close() {
        server.shutdownNow();
        try {
            server.awaitTermination(GOODBYE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
