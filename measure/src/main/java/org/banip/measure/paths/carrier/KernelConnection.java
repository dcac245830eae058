package org.banip.measure.paths.carrier;

import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.banip.emulator.EmulatedNetwork;
import org.banip.emulator.device.KernelStream;
import org.banip.emulator.device.KernelStream.Protocol;

/**
 * Both ends of a connection of the kernel, from the mobile to the fixed host.
 *
 * @param listening where it was accepted
 * @param sending the end of the mobile host
 * @param receiving the end of the fixed host
 */
record KernelConnection(KernelStream listening, KernelStream sending, KernelStream receiving) implements AutoCloseable {
    private static final Duration CONNECT = Duration.ofSeconds(60);

    /**
     * Connects from an address of the first link.
     *
     * @param stall how long neither end may wait for the other
     */
    static KernelConnection open(EmulatedNetwork network, Protocol protocol, Duration stall)
            throws IOException, InterruptedException {
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
            return accepted(listening, sending, accepted);
        } catch (IOException | InterruptedException | RuntimeException e) {
            listening.stop();
            listening.close();
            throw e;
        }
    }

    private static KernelConnection accepted(
            KernelStream listening, KernelStream sending, FutureTask<KernelStream> accepted)
            throws IOException, InterruptedException {
        try {
            KernelStream receiving = within(() -> accepted.get(CONNECT.toSeconds(), TimeUnit.SECONDS));
            return new KernelConnection(listening, sending, receiving);
        } catch (IOException | InterruptedException | RuntimeException e) {
            sending.close();
            throw e;
        }
    }

    /** Runs a task whose exceptions are those of streams. */
    static <T> T within(Callable<T> task) throws IOException, InterruptedException {
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

    /** Starts a thread for one end. */
    static Thread thread(String name, Runnable task) {
        Thread thread = new Thread(task, "banip-paths-" + name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    /** Ends the connection, then closes it when nobody uses it any more. */
    void close(Iterable<Thread> users) {
        sending.stop();
        receiving.stop();
        users.forEach(Thread::interrupt);
        users.forEach(KernelConnection::join);
        close();
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

    /** Closes the sockets, which nobody may use any more. */
    @Override
    public void close() {
        sending.close();
        receiving.close();
        listening.close();
    }
}
