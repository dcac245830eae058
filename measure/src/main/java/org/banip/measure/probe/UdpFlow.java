package org.banip.measure.probe;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.DatagramChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.banip.emulator.EmulatedHost;
import org.banip.emulator.EmulatedLink;
import org.banip.emulator.EmulatedNetwork;
import org.banip.emulator.device.CurrentThread;
import org.banip.emulator.profile.Way;

/** Sends numbered datagrams with time stamps in one direction of a network's first link. One thread sends. */
public final class UdpFlow implements AutoCloseable {
    /** Smallest payload: number and time stamp. */
    public static final int MIN_PAYLOAD = Integer.BYTES + Long.BYTES;

    private static final int MAX_PAYLOAD = 65_507;
    private static final int RECEIVE_BUFFER = 4 << 20;

    private final DatagramChannel sender;
    private final DatagramChannel receiver;
    private final Thread thread;
    private final List<DatagramArrival> arrivals = new ArrayList<>();
    private final CompletableFuture<Void> receiving = new CompletableFuture<>();
    private final ByteBuffer outgoing = ByteBuffer.allocateDirect(MAX_PAYLOAD);
    private int sent;

    private UdpFlow(DatagramChannel sender, DatagramChannel receiver) {
        this.sender = sender;
        this.receiver = receiver;
        this.thread = new Thread(this::receive, "banip-probe");
        thread.setDaemon(true);
    }

    /** Opens the sockets and begins to receive. */
    public static UdpFlow open(EmulatedNetwork network, Way way) throws IOException, InterruptedException {
        EmulatedLink link = network.link();
        EmulatedHost from = way == Way.UP ? network.mobile() : network.fixed();
        EmulatedHost to = way == Way.UP ? network.fixed() : network.mobile();
        InetSocketAddress bound = new InetSocketAddress(way == Way.UP ? link.fixedAddress() : link.mobileAddress(), 0);
        DatagramChannel receiver = HostSockets.in(
                to,
                () -> DatagramChannel.open(StandardProtocolFamily.INET)
                        .setOption(StandardSocketOptions.SO_RCVBUF, RECEIVE_BUFFER)
                        .bind(bound));
        try {
            DatagramChannel sender = HostSockets.in(from, () -> DatagramChannel.open(StandardProtocolFamily.INET));
            sender.connect(receiver.getLocalAddress());
            UdpFlow flow = new UdpFlow(sender, receiver);
            flow.thread.start();
            return flow;
        } catch (IOException | InterruptedException e) {
            receiver.close();
            throw e;
        }
    }

    /** Sends the next datagram, stamped with the present time. */
    public void send(int payload) throws IOException {
        send(payload, System.nanoTime());
    }

    /**
     * Sends the next datagram.
     *
     * @param payload bytes, {@link #MIN_PAYLOAD} or more
     * @param dueNanos the instant at which it was due
     */
    public void send(int payload, long dueNanos) throws IOException {
        outgoing.clear().limit(payload);
        outgoing.putInt(sent++).putLong(dueNanos).position(0);
        sender.write(outgoing);
    }

    /** Number of sent datagrams. */
    public int sent() {
        return sent;
    }

    private void receive() {
        CurrentThread.tryRealTime(); // the instant of reading counts as arrival
        ByteBuffer incoming = ByteBuffer.allocateDirect(MAX_PAYLOAD);
        try {
            while (true) {
                incoming.clear();
                receiver.receive(incoming);
                long now = System.nanoTime();
                incoming.flip();
                int payload = incoming.remaining();
                synchronized (arrivals) {
                    arrivals.add(new DatagramArrival(incoming.getInt(), incoming.getLong(), now, payload));
                    arrivals.notifyAll();
                }
            }
        } catch (ClosedChannelException e) {
            receiving.complete(null); // the flow is over
        } catch (IOException e) {
            receiving.completeExceptionally(e);
        }
    }

    /** Waits until this number has arrived, or the time is over. */
    public void await(int count, Duration atMost) throws InterruptedException {
        long end = System.nanoTime() + atMost.toNanos();
        synchronized (arrivals) {
            for (long left = end - System.nanoTime(); arrivals.size() < count && left > 0; ) {
                arrivals.wait(left / 1_000_000, (int) (left % 1_000_000));
                left = end - System.nanoTime();
            }
        }
    }

    /** The arrivals so far, in order. */
    public List<DatagramArrival> arrivals() {
        synchronized (arrivals) {
            return List.copyOf(arrivals);
        }
    }

    @Override
    public void close() throws IOException {
        sender.close();
        receiver.close();
        try {
            receiving.get();
        } catch (ExecutionException e) {
            throw new IOException("receiving datagrams", e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
