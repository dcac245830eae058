package org.banip.measure.cpi.process;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.json.JsonObject;
import org.banip.core.text.Quoted;
import org.banip.measure.results.Folders;
import org.banip.server.tls.ReloadingTls;
import org.banip.server.tls.TlsFiles;

/**
 * Runs back-ends for CPI runs of another machine, one at a time. A connection first shows the token, then commands a {@link BackEnd}, and gets its
 * events. When it ends, the back-end ends and its files are deleted. Each connection has a thread; connections without a right token are few and
 * short. Any thread may ask and close.
 */
public final class BackEndServer implements AutoCloseable {
    /** Scheme of the URL. */
    public static final String TLS = "tls";
    /** Scheme of the URL without TLS. */
    public static final String PLAIN = "tcp";

    /** Each report costs the measured network about 100 bytes down and 50 up. */
    private static final Duration PROGRESS = Duration.ofSeconds(5);

    /** How long a run waits for the end of the one before, which may still delete its files. */
    private static final Duration PREVIOUS = Duration.ofSeconds(8);

    private static final Duration HELLO = Duration.ofSeconds(10);
    private static final int MOST_HELLOS = 8;
    private static final int LONGEST_HELLO = 4096;
    private static final long END_MILLIS = 20_000;

    private final Settings settings;
    private final LongSupplier epochNanos;
    private final Consumer<String> told;
    private final ServerSocket listening;
    private final Semaphore hellos = new Semaphore(MOST_HELLOS);
    private final Semaphore running = new Semaphore(1);
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final Set<Thread> threads = ConcurrentHashMap.newKeySet();
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "banip-back-end-clock");
        thread.setDaemon(true);
        return thread;
    });
    private volatile long quietSince = System.nanoTime();

    /**
     * Where it listens, and for whom.
     *
     * @param address for commands and for the MBU
     * @param port for commands, 0 for any free one
     * @param brokerPort for the MBU, 0 for any free one
     * @param tls certificate; empty without TLS
     * @param token of those who may use it
     */
    public record Settings(String address, int port, int brokerPort, Optional<TlsFiles> tls, String token) {}

    /**
     * Begins to listen.
     *
     * @param epochNanos the machine's clock
     * @param told gets lines about what happens
     * @throws IllegalArgumentException if the certificate cannot be used
     * @throws BanipException {@code LIMIT_REACHED} if the port is taken
     */
    public BackEndServer(Settings settings, LongSupplier epochNanos, Consumer<String> told) {
        this.settings = settings;
        this.epochNanos = epochNanos;
        this.told = told;
        try {
            listening = settings.tls().isPresent()
                    ? ReloadingTls.context(settings.tls().get())
                            .getServerSocketFactory()
                            .createServerSocket()
                    : new ServerSocket();
            listening.setReuseAddress(true);
            listening.bind(new InetSocketAddress(InetAddress.getByName(settings.address()), settings.port()));
        } catch (IOException e) {
            clock.shutdownNow();
            throw new BanipException(
                    ErrorCode.LIMIT_REACHED,
                    "cannot listen on " + settings.address() + ":" + settings.port() + ": " + e.getMessage(),
                    e);
        }
        start("banip-back-end-accept", this::accept);
    }

    private void start(String name, Runnable task) {
        Thread thread = new Thread(
                () -> {
                    try {
                        task.run();
                    } finally {
                        threads.remove(Thread.currentThread());
                    }
                },
                name);
        thread.setDaemon(true);
        threads.add(thread);
        thread.start();
    }

    /** The URL for the other machine. */
    public URI url() {
        String host = settings.address().contains(":") ? "[" + settings.address() + "]" : settings.address();
        return URI.create((settings.tls().isPresent() ? TLS : PLAIN) + "://" + host + ":" + listening.getLocalPort());
    }

    /** For how long there was no run; zero during a run. */
    public Duration quiet() {
        return running.availablePermits() == 0 ? Duration.ZERO : Duration.ofNanos(System.nanoTime() - quietSince);
    }

    private void accept() {
        while (!listening.isClosed()) {
            try {
                Socket socket = listening.accept();
                if (hellos.tryAcquire()) {
                    sockets.add(socket);
                    start("banip-back-end", () -> visit(socket));
                } else {
                    socket.close();
                }
            } catch (IOException e) {
                if (!listening.isClosed()) {
                    told.accept("a connection failed: " + e.getMessage());
                }
            }
        }
    }

    private void visit(Socket socket) {
        String from = String.valueOf(socket.getRemoteSocketAddress());
        try (socket) {
            socket.setTcpNoDelay(true);
            PrintStream out = new PrintStream(socket.getOutputStream(), false, StandardCharsets.UTF_8);
            boolean right;
            try {
                right = showsToken(socket);
            } finally {
                hellos.release();
            }
            if (!right) {
                told.accept("refused " + from + ": wrong token");
                fail(out, "the token is wrong");
            } else if (running.tryAcquire(PREVIOUS.toMillis(), TimeUnit.MILLISECONDS)) {
                try {
                    told.accept("a run begins, from " + from);
                    run(socket, out);
                } finally {
                    quietSince = System.nanoTime();
                    running.release();
                }
                told.accept("the run has ended, from " + from);
            } else {
                fail(out, "another run goes on there");
            }
        } catch (IOException | RuntimeException e) {
            told.accept("the connection from " + from + " ended: " + Quoted.line(String.valueOf(e.getMessage()), 200));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            sockets.remove(socket);
        }
    }

    /** Reads the first line, within a time. */
    private boolean showsToken(Socket socket) throws IOException {
        ScheduledFuture<?> end = clock.schedule(() -> closeQuietly(socket), HELLO.toMillis(), TimeUnit.MILLISECONDS);
        try {
            InputStream in = socket.getInputStream();
            StringBuilder line = new StringBuilder();
            for (int next = in.read(); next != '\n'; next = in.read()) {
                if (next < 0 || line.length() >= LONGEST_HELLO) {
                    throw new IOException("it did not begin as a back-end's client does");
                }
                line.append((char) next);
            }
            String shown = JsonObject.parse(line.toString()).string("token");
            return MessageDigest.isEqual(
                    shown.getBytes(StandardCharsets.UTF_8), settings.token().getBytes(StandardCharsets.UTF_8));
        } finally {
            end.cancel(false);
        }
    }

    private static void fail(PrintStream out, String why) {
        out.println(Console.event("failed").field("why", why).endObject());
        out.flush();
    }

    private void run(Socket socket, PrintStream out) throws IOException, InterruptedException {
        out.println(Console.event("accepted").endObject());
        out.flush();
        Path folder = Files.createTempDirectory("banip-back-end-");
        try {
            Console console = Console.open(socket.getInputStream(), out, epochNanos, () -> {});
            JsonObject specification = console.specification();
            BackEnd.Place place =
                    new BackEnd.Place(settings.address(), settings.brokerPort(), settings.tls(), folder, PROGRESS);
            new BackEnd(console, place, epochNanos, new PackedDeliveries(console))
                    .run(specification.string("identity"), specification.string("password"));
        } catch (BanipException | IllegalArgumentException | UncheckedIOException e) {
            fail(out, String.valueOf(e.getMessage()));
            throw e;
        } finally {
            Folders.delete(folder);
        }
    }

    private void closeQuietly(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            told.accept("a connection cannot be closed: " + e.getMessage());
        }
    }

    /** Ends a run, and returns when its files are deleted. */
    @Override
    public void close() {
        try {
            listening.close();
            sockets.forEach(this::closeQuietly);
            clock.shutdownNow();
            for (Thread thread : List.copyOf(threads)) {
                thread.join(END_MILLIS);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the back-end does not stop listening", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
