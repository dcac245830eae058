package org.banip.measure.paths.carrier;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.banip.emulator.EmulatedNetwork;
import org.banip.emulator.MultipathTcp;
import org.banip.emulator.device.KernelStream.Protocol;
import org.banip.measure.paths.scenario.Sharing;
import org.banip.measure.paths.scenario.StudiedCase;
import org.banip.measure.paths.scenario.Workload;

/** A plain stream of the kernel, TCP or multipath TCP. A steady load is written every 10 ms. Each end has a thread; neither waits for ever. */
public final class KernelCarrier implements Carrier {
    private static final int PIECE = 1 << 14;
    private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private final StudiedCase studied;
    private final Workload work;
    private final Duration patience;
    private final KernelConnection connection;
    private final AtomicLong arrived = new AtomicLong();
    private final List<Thread> threads = new ArrayList<>();

    private KernelCarrier(StudiedCase studied, Duration patience, KernelConnection connection) {
        this.studied = studied;
        work = studied.work();
        this.patience = patience;
        this.connection = connection;
    }

    /**
     * Connects both ends.
     *
     * @param stall how long neither end may wait for the other
     * @param patience how long the load may take
     */
    public static KernelCarrier start(
            EmulatedNetwork network, StudiedCase studied, Protocol protocol, Duration stall, Duration patience)
            throws IOException, InterruptedException {
        if (protocol == Protocol.MPTCP) {
            if (studied.sharing() == Sharing.BOTTLENECK) {
                network.link().addSecondAddress();
            }
            MultipathTcp.use(network, studied.backup().isPresent());
        }
        return new KernelCarrier(studied, patience, KernelConnection.open(network, protocol, stall));
    }

    @Override
    public long arrived() {
        return arrived.get();
    }

    @Override
    public Carried carry() throws IOException, InterruptedException {
        Arrivals arrivals = new Arrivals(System.nanoTime(), studied.firstTrouble());
        FutureTask<Long> writer = new FutureTask<>(this::write);
        FutureTask<Long> reader = new FutureTask<>(() -> read(arrivals));
        threads.add(KernelConnection.thread("write", writer));
        threads.add(KernelConnection.thread("read", reader));
        long read = KernelConnection.within(() -> reader.get(patience.toMillis(), TimeUnit.MILLISECONDS));
        return new Carried(arrivals, read == work.bytes(), 0, 0, 0, 0, 0, 0, 1);
    }

    /** The stream stays open at its end: one that was closed takes no more paths. */
    private long write() throws IOException, InterruptedException {
        byte[] piece = new byte[PIECE];
        new Random(1).nextBytes(piece);
        long begun = System.nanoTime();
        long written = 0;
        while (written < work.bytes()) {
            long due = due(System.nanoTime() - begun) - written;
            if (due > 0) {
                written += connection.sending().write(piece, 0, (int) Math.min(due, PIECE));
            } else {
                TimeUnit.NANOSECONDS.sleep(TICK_NANOS);
            }
        }
        return written;
    }

    /** Bytes that should have been written by then. */
    private long due(long elapsedNanos) {
        return work.steady()
                ? Math.min(work.bytes(), (long)
                        ((double) work.bytes() * elapsedNanos / work.time().toNanos()))
                : work.bytes();
    }

    private long read(Arrivals arrivals) throws IOException {
        byte[] piece = new byte[PIECE];
        while (arrived.get() < work.bytes()) {
            int read = connection.receiving().read(piece);
            if (read <= 0) {
                throw new IOException("the stream has ended after " + arrived + " of " + work.bytes() + " bytes");
            }
            arrivals.add(System.nanoTime(), read);
            arrived.addAndGet(read);
        }
        return arrivals.bytes();
    }

    @Override
    public void close() {
        connection.close(threads);
    }
}
