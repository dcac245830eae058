package org.banip.measure.paths.carrier;

import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.banip.emulator.EmulatedNetwork;
import org.banip.emulator.MultipathTcp;
import org.banip.emulator.device.KernelStream;
import org.banip.emulator.device.KernelStream.Protocol;
import org.banip.measure.paths.scenario.StudiedCase;
import org.banip.measure.paths.scenario.Workload;

/** A plain stream of the kernel, TCP or multipath TCP. A steady load is written every 10 ms. Each end has a thread; neither waits for ever. */
public final class KernelCarrier implements Carrier {
    private static final int PIECE = 1 << 14;
    private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
    private static final Duration CONNECT = Duration.ofSeconds(60);

    private final StudiedCase studied;
    private final Workload work;
    private final Duration patience;
    private final KernelStream listening;
    private final KernelStream sending;
    private final KernelStream receiving;
    private final AtomicLong arrived = new AtomicLong();
    private final List<Thread> threads = new ArrayList<>();

    private KernelCarrier(
            StudiedCase studied,
            Duration patience,
            KernelStream listening,
            KernelStream sending,
            KernelStream receiving) {
        this.studied = studied;
        work = studied.work();
        this.patience = patience;
        this.listening = listening;
        this.sending = sending;
        this.receiving = receiving;
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
            MultipathTcp.use(network, studied.backup().isPresent());
        }
        Inet4Address address = network.fixed().address();
        KernelStream listening =
                within(() -> network.fixed().call(() -> KernelStream.listen(protocol, address, stall)));
        try {
            FutureTask<KernelStream> accepted = new FutureTask<>(listening::accept);
            Thread unused = thread("accept", accepted);
            KernelStream sending = within(() -> network.mobile()
                    .call(() -> KernelStream.connect(
                            protocol,
                            network.link().mobileAddress(),
                            new InetSocketAddress(address, listening.port()),
                            stall)));
            return accepted(studied, patience, listening, sending, accepted);
        } catch (IOException | InterruptedException | RuntimeException e) {
            listening.stop();
            listening.close();
            throw e;
        }
    }

    private static KernelCarrier accepted(
            StudiedCase studied,
            Duration patience,
            KernelStream listening,
            KernelStream sending,
            FutureTask<KernelStream> accepted)
            throws IOException, InterruptedException {
        try {
            KernelStream receiving = within(() -> accepted.get(CONNECT.toSeconds(), TimeUnit.SECONDS));
            return new KernelCarrier(studied, patience, listening, sending, receiving);
        } catch (IOException | InterruptedException | RuntimeException e) {
            sending.close();
            throw e;
        }
    }

    private static <T> T within(Callable<T> task) throws IOException, InterruptedException {
        try {
            return task.call();
        } catch (ExecutionException e) {
            throw new IOException(String.valueOf(e.getCause()), e);
        } catch (TimeoutException e) {
            throw new IOException("a stream does not come to its end in time", e);
        } catch (IOException | InterruptedException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IOException(e);
        }
    }

    private static Thread thread(String name, Runnable task) {
        Thread thread = new Thread(task, "banip-paths-" + name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    @Override
    public long arrived() {
        return arrived.get();
    }

    @Override
    public Carried carry() throws IOException, InterruptedException {
        Arrivals arrivals = new Arrivals(System.nanoTime(), studied.firstEvent());
        FutureTask<Long> writer = new FutureTask<>(this::write);
        FutureTask<Long> reader = new FutureTask<>(() -> read(arrivals));
        threads.add(thread("write", writer));
        threads.add(thread("read", reader));
        long read = within(() -> reader.get(patience.toMillis(), TimeUnit.MILLISECONDS));
        return new Carried(arrivals, read == work.bytes(), 0, 0, 0, 0, 1);
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
                written += sending.write(piece, 0, (int) Math.min(due, PIECE));
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
            int read = receiving.read(piece);
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
        sending.stop();
        receiving.stop();
        threads.forEach(Thread::interrupt);
        threads.forEach(KernelCarrier::join);
        sending.close();
        receiving.close();
        listening.close();
    }

    /** Waits even if interrupted: the thread ends soon, and uses the socket until then. */
    private static void join(Thread thread) {
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
