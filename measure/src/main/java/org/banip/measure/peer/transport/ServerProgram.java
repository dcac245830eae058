package org.banip.measure.peer.transport;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A server of a peer as a child process, whose output goes to a log. Any thread; a thread of its own reads the output. */
public final class ServerProgram implements AutoCloseable {
    private static final Duration START = Duration.ofSeconds(60);
    private static final Duration END = Duration.ofSeconds(5);

    private final Process process;
    private final InetSocketAddress address;
    private final Path log;
    private final CompletableFuture<Void> ready = new CompletableFuture<>();
    private final Thread reader;

    private ServerProgram(Process process, InetSocketAddress address, Path log, String readyText) {
        this.process = process;
        this.address = address;
        this.log = log;
        reader = new Thread(() -> copy(readyText), "banip-peer-server-log");
        reader.setDaemon(true);
        reader.start();
    }

    /**
     * Starts a server and waits until it is ready.
     *
     * @param address at which it listens, because its settings say so
     * @param readyText a part of the line that it prints when it is ready
     */
    public static ServerProgram start(List<String> command, InetSocketAddress address, Path log, String readyText)
            throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        ServerProgram server = new ServerProgram(process, address, log, readyText);
        try {
            server.ready.get(START.toMillis(), TimeUnit.MILLISECONDS);
            return server;
        } catch (ExecutionException | TimeoutException e) {
            server.close();
            String fault =
                    e instanceof TimeoutException ? " is not ready after " + START.toSeconds() + " s" : " has ended";
            throw new IOException(command.get(0) + fault + ", its log is " + log, e);
        } catch (InterruptedException e) {
            server.close();
            throw e;
        }
    }

    /** An address of this host with a free port. */
    public static InetSocketAddress freeAddress(String host) throws IOException {
        try (ServerSocket probe = new ServerSocket(0, 1, InetAddress.getByName(host))) {
            return new InetSocketAddress(host, probe.getLocalPort());
        }
    }

    private void copy(String readyText) {
        try (BufferedReader in = process.inputReader();
                BufferedWriter out = Files.newBufferedWriter(log)) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                out.write(line);
                out.newLine();
                out.flush();
                if (line.contains(readyText)) {
                    ready.complete(null);
                }
            }
            ready.completeExceptionally(new IOException("no line with '" + readyText + "'"));
        } catch (IOException e) {
            ready.completeExceptionally(e);
        }
    }

    /** Where it listens. */
    public InetSocketAddress address() {
        return address;
    }

    /** Its process id. */
    public long pid() {
        return process.pid();
    }

    /** Whether it runs. */
    public boolean alive() {
        return process.isAlive();
    }

    /** Its processor time so far. */
    public Duration cpu() {
        return process.info().totalCpuDuration().orElse(Duration.ZERO);
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(END.toMillis(), TimeUnit.MILLISECONDS)) {
                process.destroyForcibly();
            }
            reader.join();
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
