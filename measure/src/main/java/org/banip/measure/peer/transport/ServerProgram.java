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
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A server of a peer as a child process, whose output goes to a log. It ends with this JVM at the latest. Any thread; a thread of its own reads the
 * output.
 */
public final class ServerProgram implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ServerProgram.class);
    private static final Duration START = Duration.ofSeconds(60);
    private static final Duration END = Duration.ofSeconds(5);

    private final Process process;
    private final InetSocketAddress address;
    private final Path log;
    private final Consumer<String> lines;
    private final Thread reader;
    private final Thread atExit;

    private ServerProgram(Process process, InetSocketAddress address, Path log, Consumer<String> lines) {
        this.process = process;
        this.address = address;
        this.log = log;
        this.lines = lines;
        reader = new Thread(this::copy, "banip-peer-server-log");
        reader.setDaemon(true);
        atExit = new Thread(process::destroyForcibly, "banip-peer-server-end");
        Runtime.getRuntime().addShutdownHook(atExit);
    }

    /**
     * Starts a server and waits until it is ready.
     *
     * @param address at which it listens, because its settings say so
     * @param readyText a part of the line that it prints when it is ready
     */
    public static ServerProgram start(List<String> command, InetSocketAddress address, Path log, String readyText)
            throws IOException, InterruptedException {
        return start(command, address, log, readyText, line -> {});
    }

    /**
     * Starts a server and waits until it is ready.
     *
     * @param lines takes each line that it prints, on a thread of its own
     */
    public static ServerProgram start(
            List<String> command, InetSocketAddress address, Path log, String readyText, Consumer<String> lines)
            throws IOException, InterruptedException {
        CompletableFuture<Void> ready = new CompletableFuture<>();
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        ServerProgram server = new ServerProgram(process, address, log, line -> {
            if (line.contains(readyText)) {
                ready.complete(null);
            }
            lines.accept(line);
        });
        process.onExit().thenRun(() -> ready.completeExceptionally(new IOException("it has ended")));
        server.reader.start();
        try {
            ready.get(START.toMillis(), TimeUnit.MILLISECONDS);
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

    private void copy() {
        try (BufferedReader in = process.inputReader();
                BufferedWriter out = Files.newBufferedWriter(log)) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                out.write(line);
                out.newLine();
                out.flush();
                lines.accept(line);
            }
        } catch (IOException e) {
            LOG.info("the log of a server ends: {}", e.toString());
        }
    }

    /** Where it listens. */
    public InetSocketAddress address() {
        return address;
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
            Runtime.getRuntime().removeShutdownHook(atExit);
        } catch (IllegalStateException e) {
            LOG.debug("this JVM ends", e);
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
