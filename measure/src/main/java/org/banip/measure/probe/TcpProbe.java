package org.banip.measure.probe;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.banip.emulator.EmulatedHost;
import org.banip.emulator.EmulatedNetwork;
import org.banip.emulator.profile.LinkSettings;
import org.banip.emulator.profile.Way;
import org.banip.emulator.relay.LinkRelay;

/**
 * Bulk data over one TCP connection, with the congestion control of the link's profile.
 *
 * @param way direction of the data; the mobile host connects in any case
 * @param bytes number of bytes
 * @param sendBuffer bytes of the sender's socket buffer; empty for the kernel's choice
 */
public record TcpProbe(Way way, long bytes, Optional<Integer> sendBuffer) {
    private static final int BLOCK = 1 << 14;

    /** A probe with the kernel's choice of send buffer. */
    public TcpProbe(Way way, long bytes) {
        this(way, bytes, Optional.empty());
    }

    /** Runs it on the network's first link. */
    public TcpResult run(EmulatedNetwork network) throws IOException, InterruptedException {
        EmulatedHost mobile = network.mobile();
        InetSocketAddress any = new InetSocketAddress(network.link().fixedAddress(), 0);
        try (ServerSocketChannel server = HostSockets.in(
                        network.fixed(),
                        () -> ServerSocketChannel.open(StandardProtocolFamily.INET)
                                .bind(any));
                SocketChannel client = HostSockets.in(mobile, () -> SocketChannel.open(StandardProtocolFamily.INET))) {
            return run(server, client, (InetSocketAddress) server.getLocalAddress());
        }
    }

    /** Runs it over a relay on loopback: the result is approximate. */
    public TcpResult run(LinkSettings link, long seed) throws IOException, InterruptedException {
        try (ServerSocketChannel server =
                        ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
                SocketChannel client = SocketChannel.open();
                LinkRelay relay = LinkRelay.open(link, (InetSocketAddress) server.getLocalAddress(), seed)) {
            return run(server, client, relay.address());
        }
    }

    private TcpResult run(ServerSocketChannel server, SocketChannel client, InetSocketAddress to)
            throws IOException, InterruptedException {
        long begin = System.nanoTime();
        client.connect(to);
        try (SocketChannel accepted = server.accept()) {
            SocketChannel sender = way == Way.UP ? client : accepted;
            SocketChannel receiver = way == Way.UP ? accepted : client;
            if (sendBuffer.isPresent()) {
                sender.setOption(StandardSocketOptions.SO_SNDBUF, sendBuffer.get());
            }
            return new TcpResult(begin, transfer(sender, receiver));
        }
    }

    private List<TcpResult.Read> transfer(SocketChannel from, SocketChannel to)
            throws IOException, InterruptedException {
        Callable<List<TcpResult.Read>> reader = () -> readAll(to);
        FutureTask<List<TcpResult.Read>> reads = new FutureTask<>(reader);
        Thread thread = new Thread(reads, "banip-probe");
        thread.setDaemon(true);
        thread.start();
        try {
            send(from);
            return reads.get();
        } catch (ExecutionException e) {
            throw new IOException("receiving", e.getCause());
        } catch (IOException | InterruptedException e) {
            thread.interrupt(); // closes the channel
            throw e;
        }
    }

    private void send(SocketChannel from) throws IOException {
        ByteBuffer block = ByteBuffer.allocateDirect(BLOCK);
        for (long left = bytes; left > 0; ) {
            block.clear().limit((int) Math.min(BLOCK, left));
            left -= from.write(block);
        }
        from.shutdownOutput();
    }

    private static List<TcpResult.Read> readAll(SocketChannel to) throws IOException {
        List<TcpResult.Read> reads = new ArrayList<>();
        ByteBuffer block = ByteBuffer.allocateDirect(BLOCK);
        for (int length = to.read(block); length >= 0; length = to.read(block.clear())) {
            reads.add(new TcpResult.Read(System.nanoTime(), length));
        }
        return reads;
    }
}
