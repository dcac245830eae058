package org.banip.measure.cpi.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.banip.core.json.JsonObject;
import org.banip.core.json.JsonWriter;
import org.jspecify.annotations.Nullable;

/**
 * The connection of a child process to its parent. A thread of its own reads the input; at its end it ends the process. It answers {@value #CLOCK}
 * itself, so that the answer is not late.
 */
public final class Console {
    /** Asks for the child's clock. */
    static final String CLOCK = "clock";

    private static final int ORPHANED = 3;

    private final BlockingQueue<String> heard = new LinkedBlockingQueue<>();
    private final List<Runnable> orphaned = new CopyOnWriteArrayList<>();

    private Console() {}

    /** Begins to listen. */
    public static Console open() {
        Console console = new Console();
        Thread reader = new Thread(console::read, "banip-console");
        reader.setDaemon(true);
        reader.start();
        return console;
    }

    private void read() {
        try (BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                if (line.equals(CLOCK)) {
                    say(event(CLOCK).field("nanos", epochNanos()));
                } else {
                    heard.add(line);
                }
            }
        } catch (IOException e) {
            System.err.println("standard input: " + e.getMessage());
        }
        orphaned.forEach(Runnable::run);
        Runtime.getRuntime().halt(ORPHANED); // the parent is gone, so an orderly end is not needed
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
            System.out.println(event.endObject());
            System.out.flush();
        }
    }
}
