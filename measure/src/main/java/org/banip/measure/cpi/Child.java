package org.banip.measure.cpi;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.banip.core.json.JsonObject;
import org.banip.emulator.EmulatedHost;
import org.jspecify.annotations.Nullable;

/** A child process of a run: sends commands to it and receives its events. Used by the run's thread; a thread of its own reads. */
public final class Child implements AutoCloseable {
    private static final String ARCHIVE = "-XX:SharedArchiveFile=";
    private static final Duration END = Duration.ofSeconds(20);
    private static final int SHOWN = 400;

    private final String name;
    private final Process process;
    private final Path log;
    private final BufferedWriter words;
    private final BlockingQueue<Optional<JsonObject>> events = new LinkedBlockingQueue<>();
    private volatile @Nullable JsonObject progress;

    /** Starts processes on one side of a link. */
    @FunctionalInterface
    public interface Starter {
        /** Starts a process. */
        Process start(ProcessBuilder builder) throws IOException;
    }

    private Child(String name, Process process, Path log) {
        this.name = name;
        this.process = process;
        this.log = log;
        words = new BufferedWriter(new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8));
    }

    /**
     * Starts a process.
     *
     * @param log takes its standard error
     */
    static Child start(Starter side, Class<?> main, Path log) throws IOException {
        return start(side, main, flags(), log);
    }

    /**
     * Starts a process with these flags of the JVM.
     *
     * @param log takes its standard error
     */
    public static Child start(Starter side, Class<?> main, List<String> flags, Path log) throws IOException {
        ProcessBuilder builder =
                EmulatedHost.jvm(flags, main.getName(), List.of()).redirectError(log.toFile());
        Child child = new Child(main.getSimpleName(), side.start(builder), log);
        Thread listener = new Thread(child::listen, "banip-cpi-child");
        listener.setDaemon(true);
        listener.start();
        return child;
    }

    /** JVM options for a small footprint and a fast start, because many processes run at once. */
    private static List<String> flags() {
        List<String> flags =
                new ArrayList<>(List.of("-Xlog:disable", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx160m"));
        String[] own = ProcessHandle.current().info().arguments().orElse(new String[0]);
        Arrays.stream(own).filter(flag -> flag.startsWith(ARCHIVE)).forEach(flags::add);
        if (Runtime.version().feature() >= 22) {
            flags.add("--enable-native-access=ALL-UNNAMED"); // SQLite's driver loads a library
        }
        return flags;
    }

    private void listen() {
        try (BufferedReader in =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                hear(JsonObject.parse(line));
            }
        } catch (IOException | RuntimeException e) {
            progress = null; // its output has ended or is malformed; waiting calls fail
        }
        events.add(Optional.empty());
    }

    private void hear(JsonObject event) {
        if (event.string("event").equals("progress")) {
            progress = event;
        } else {
            events.add(Optional.of(event));
        }
    }

    /** Sends a command. */
    public void say(String word) throws IOException {
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
     * @throws IOException if it has another name, or the process has ended
     */
    Optional<JsonObject> poll(String event, Duration time) throws IOException, InterruptedException {
        Optional<JsonObject> heard = events.poll(time.toMillis(), TimeUnit.MILLISECONDS);
        if (heard == null) {
            return Optional.empty();
        }
        if (heard.isEmpty()) {
            throw ended(null);
        }
        if (!heard.get().string("event").equals(event)) {
            throw new IOException(name + " says " + heard.get().string("event") + " instead of " + event);
        }
        return heard;
    }

    /** Waits for an event. */
    public JsonObject await(String event, Duration patience) throws IOException, InterruptedException {
        Optional<JsonObject> heard = poll(event, patience);
        if (heard.isEmpty()) {
            throw new IOException(
                    name + " does not say '" + event + "' within " + patience.toSeconds() + " s" + said());
        }
        return heard.get();
    }

    /** The last progress report; empty if there was none. */
    public Optional<JsonObject> progress() {
        return Optional.ofNullable(progress);
    }

    /** Its process id. */
    public long pid() {
        return process.pid();
    }

    /** Whether it runs. */
    public boolean alive() {
        return process.isAlive();
    }

    /** Bytes in the last progress report; 0 if there was none. */
    long progressBytes() {
        JsonObject last = progress;
        return last == null ? 0 : last.integer("bytes", 0, Long.MAX_VALUE);
    }

    private IOException ended(@Nullable IOException cause) throws IOException {
        return new IOException(name + " has ended" + said(), cause);
    }

    /** The last lines of its log, without stack traces. */
    private String said() throws IOException {
        String all = Files.exists(log) ? Files.readString(log) : "";
        String sentences = all.lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty() && !line.startsWith("at ") && !line.startsWith("... "))
                .collect(Collectors.joining("; "));
        return sentences.isEmpty()
                ? ""
                : "; it said: " + sentences.substring(Math.max(0, sentences.length() - SHOWN)) + " (" + log + ")";
    }

    /** Waits for its end after the command to end; kills it if it does not end. */
    @Override
    public void close() {
        try {
            words.close(); // it ends with its standard input at the latest
        } catch (IOException e) {
            process.destroy();
        }
        try {
            if (!process.waitFor(END.toMillis(), TimeUnit.MILLISECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
