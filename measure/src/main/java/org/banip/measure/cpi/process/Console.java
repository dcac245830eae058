package org.banip.measure.cpi.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.banip.core.json.JsonObject;
import org.banip.core.json.JsonWriter;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connection of a process to the one that commands it. A thread of its own reads the input. It answers {@value #CLOCK}
 * itself, so that the answer is not late.
 */
public final class Console {
    /** Asks for the child's clock. */
    static final String CLOCK = "clock";
    /** Heard when the input has ended. */
    static final String GONE = "gone";

    private static final Logger LOG = LoggerFactory.getLogger(Console.class);
    private static final int ORPHANED = 3;

    private final BlockingQueue<String> heard = new LinkedBlockingQueue<>();
    private final List<Runnable> orphaned = new CopyOnWriteArrayList<>();

    private final InputStream input;
    private final PrintStream output;
    private final LongSupplier epochNanos;
    private final Runnable atEnd;

    private Console(InputStream input, PrintStream output, LongSupplier epochNanos, Runnable atEnd) {
        this.input = input;
        this.output = output;
        this.epochNanos = epochNanos;
        this.atEnd = atEnd;
    }

    /** Begins to listen to the parent process; when it is gone, an orderly end is not needed. */
    public static Console open() {
        return open(
                System.in,
                System.out,
                Console::epochNanos,
                () -> Runtime.getRuntime().halt(ORPHANED));
    }

    /**
     * Begins to listen to a peer.
     *
     * @param epochNanos the clock that it tells
     * @param atEnd what happens when the input has ended, after {@link #whenOrphaned}
     */
    public static Console open(InputStream input, PrintStream output, LongSupplier epochNanos, Runnable atEnd) {
        Console console = new Console(input, output, epochNanos, atEnd);
        Thread reader = new Thread(console::read, "banip-console");
        reader.setDaemon(true);
        reader.start();
        return console;
    }

    private void read() {
        try (BufferedReader in = new BufferedReader(new InputStreamReader(input, StandardCharsets.UTF_8))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                if (line.equals(CLOCK)) {
                    say(event(CLOCK).field("nanos", epochNanos.getAsLong()));
                } else {
                    heard.add(line);
                }
            }
        } catch (IOException e) {
            LOG.debug("the connection broke", e);
        }
        heard.add(GONE);
        orphaned.forEach(Runnable::run);
        atEnd.run();
    }

    /** Runs a task when the parent is gone, before the process ends. */
    public void whenOrphaned(Runnable task) {
        orphaned.add(task);
    }

    /** The clock that all processes of a machine share, in Java's resolution. */
    public static long epochNanos() {
        Instant now = Instant.now();
        return TimeUnit.SECONDS.toNanos(now.getEpochSecond()) + now.getNano();
    }

    /** The first line: the specification. */
    public JsonObject specification() throws InterruptedException {
        return JsonObject.parse(heard.take());
    }

    /** The next command, if it comes in time. */
    public @Nullable String hear(long millis) throws InterruptedException {
        return heard.poll(millis, TimeUnit.MILLISECONDS);
    }

    /** Waits for a command. */
    public String hear() throws InterruptedException {
        return heard.take();
    }

    /** Begins an event. */
    public static JsonWriter event(String name) {
        return new JsonWriter().beginObject().field("event", name);
    }

    /** Ends an event and sends it. */
    public void say(JsonWriter event) {
        synchronized (this) {
            output.println(event.endObject());
            output.flush();
        }
    }
}
