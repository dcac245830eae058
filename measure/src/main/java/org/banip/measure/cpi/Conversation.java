package org.banip.measure.cpi;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.banip.core.error.BanipException;
import org.banip.core.json.JsonObject;
import org.jspecify.annotations.Nullable;

/**
 * Commands to one side of a run and its events, a child process or a back-end on another machine. Used by the run's thread; a thread of its own
 * reads.
 */
public abstract class Conversation implements AutoCloseable {
    private static final String PROGRESS = "progress";
    /** The other side cannot go on, and says why. */
    private static final String FAILED = "failed";

    private final String name;
    private final InputStream input;
    private final BufferedWriter words;
    private final BlockingQueue<Optional<JsonObject>> events = new LinkedBlockingQueue<>();
    private volatile @Nullable JsonObject progress;

    Conversation(String name, InputStream input, OutputStream output) {
        this.name = name;
        this.input = input;
        words = new BufferedWriter(new OutputStreamWriter(output, StandardCharsets.UTF_8));
    }

    /** Begins to listen. */
    final void open() {
        Thread listener = new Thread(this::listen, "banip-cpi-child");
        listener.setDaemon(true);
        listener.start();
    }

    private void listen() {
        try (BufferedReader in = new BufferedReader(new InputStreamReader(input, StandardCharsets.UTF_8))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                hear(JsonObject.parse(line));
            }
        } catch (IOException | RuntimeException e) {
            progress = null; // its output has ended or is malformed; waiting calls fail
        }
        events.add(Optional.empty());
    }

    private void hear(JsonObject event) {
        if (event.string("event").equals(PROGRESS)) {
            progress = event;
        } else {
            events.add(Optional.of(event));
        }
    }

    /** Sends a command. */
    public final void say(String word) throws IOException {
        try {
            words.write(word + "\n");
            words.flush();
        } catch (IOException e) {
            throw ended(e);
        }
    }

    /**
     * The next event, if it comes in time; it must have this name.
     *
     * @throws IOException if it has another name, or the other side has ended or cannot go on
     */
    final Optional<JsonObject> poll(String event, Duration time) throws IOException, InterruptedException {
        Optional<JsonObject> heard = events.poll(time.toMillis(), TimeUnit.MILLISECONDS);
        if (heard == null) {
            return Optional.empty();
        }
        if (heard.isEmpty()) {
            throw ended(null);
        }
        String said = heard.get().string("event");
        if (said.equals(FAILED)) {
            throw new IOException(name + ": " + why(heard.get()));
        }
        if (!said.equals(event)) {
            throw new IOException(name + " says " + said + " instead of " + event);
        }
        return heard;
    }

    private static String why(JsonObject failed) {
        try {
            return failed.string("why");
        } catch (BanipException e) {
            return "it does not say why it cannot go on";
        }
    }

    /** Waits for an event. */
    public final JsonObject await(String event, Duration patience) throws IOException, InterruptedException {
        Optional<JsonObject> heard = poll(event, patience);
        if (heard.isEmpty()) {
            throw new IOException(
                    name + " does not say '" + event + "' within " + patience.toSeconds() + " s" + said());
        }
        return heard.get();
    }

    /** The last progress report; empty if there was none. */
    public final Optional<JsonObject> progress() {
        return Optional.ofNullable(progress);
    }

    /** Bytes in the last progress report; 0 if there was none. */
    final long progressBytes() {
        JsonObject last = progress;
        return last == null ? 0 : last.integer("bytes", 0, Long.MAX_VALUE);
    }

    private IOException ended(@Nullable IOException cause) throws IOException {
        return new IOException(name + " has ended" + said(), cause);
    }

    /** What is known about the reason when the other side has ended or is silent: the end of a sentence, or nothing. */
    abstract String said() throws IOException;

    /** Says nothing more; a child process ends with its standard input. */
    final void endOfWords() throws IOException {
        words.close();
    }

    @Override
    public abstract void close();
}
