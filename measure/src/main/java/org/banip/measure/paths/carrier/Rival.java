package org.banip.measure.paths.carrier;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.banip.emulator.EmulatedNetwork;
import org.banip.emulator.device.KernelStream.Protocol;

/** A bulk flow of the kernel's TCP over the first link, beside the load of a run. Each end has a thread; any thread asks what arrived. */
public final class Rival implements AutoCloseable {
    private static final int PIECE = 1 << 14;

    private final KernelConnection connection;
    private final long steadyBytes;
    private final CountDownLatch steady = new CountDownLatch(1);
    private final AtomicLong arrived = new AtomicLong();
    private final List<Thread> threads;

    private Rival(KernelConnection connection, long steadyBytes) {
        this.connection = connection;
        this.steadyBytes = steadyBytes;
        threads = List.of(
                KernelConnection.thread("rival-write", this::write), KernelConnection.thread("rival-read", this::read));
    }

    /**
     * Begins, and returns when its slow start is over.
     *
     * @param steadyBytes that have arrived by then
     * @param stall how long neither end may wait for the other
     */
    public static Rival start(EmulatedNetwork network, long steadyBytes, Duration stall)
            throws IOException, InterruptedException {
        Rival rival = new Rival(KernelConnection.open(network, Protocol.TCP, stall), steadyBytes);
        try {
            if (!rival.steady.await(stall.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new IOException("the flow beside carried only " + rival.bytes() + " bytes");
            }
            return rival;
        } catch (IOException | InterruptedException e) {
            rival.close();
            throw e;
        }
    }

    private void write() {
        byte[] piece = new byte[PIECE];
        new Random(2).nextBytes(piece);
        try {
            while (!Thread.currentThread().isInterrupted()) {
                int unused = connection.sending().write(piece, 0, PIECE);
            }
        } catch (IOException e) {
            Thread.currentThread().interrupt(); // the run has ended
        }
    }

    private void read() {
        byte[] piece = new byte[PIECE];
        try {
            for (int read = connection.receiving().read(piece);
                    read > 0;
                    read = connection.receiving().read(piece)) {
                if (arrived.addAndGet(read) >= steadyBytes) {
                    steady.countDown();
                }
            }
        } catch (IOException e) {
            Thread.currentThread().interrupt(); // the run has ended
        }
    }

    /** Bytes of it that arrived so far. */
    public long bytes() {
        return arrived.get();
    }

    @Override
    public void close() {
        connection.close(threads);
    }
}
