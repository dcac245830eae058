package org.banip.measure.load;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A host or a broker in a process of its own. One thread. */
final class ServerProcess implements AutoCloseable {
    private static final Pattern READY = Pattern.compile("ready at (http[^\\s,]+)");
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final Duration END = Duration.ofMinutes(1);
    private static final int LOOK_MILLIS = 20;

    private final String name;
    private final Process process;
    private final Path log;
    private final Path collections;
    private final URI uri;

    private ServerProcess(String name, Process process, Path log, Path collections, URI uri) {
        this.name = name;
        this.process = process;
        this.log = log;
        this.collections = collections;
        this.uri = uri;
    }

    /** Starts a server and waits until it is ready. Its logs go to {@code FOLDER/NAME.*}. */
    static ServerProcess start(
            LoadSettings.Servers settings, String command, String name, List<String> options, Path folder)
            throws IOException, InterruptedException {
        Path collections = folder.resolve(name + ".gc");
        List<String> flags = new ArrayList<>(
                List.of("-Xmx" + settings.heap(), "-Xlog:gc:file=" + collections.getFileName() + ":uptime"));
        flags.addAll(settings.javaOptions());
        List<String> words = new ArrayList<>(List.of(command));
        words.addAll(options);
        Path out = folder.resolve(name + ".out");
        Path log = folder.resolve(name + ".log");
        Process process = settings.product()
                .command(flags, words)
                .directory(folder.toFile())
                .redirectOutput(out.toFile())
                .redirectError(log.toFile())
                .start();
        boolean ready = false;
        try {
            URI uri = awaitReady(name, process, out, log);
            ready = true;
            return new ServerProcess(name, process, log, collections, uri);
        } finally {
            if (!ready) {
                process.destroyForcibly();
            }
        }
    }

    private static URI awaitReady(String name, Process process, Path out, Path log)
            throws IOException, InterruptedException {
        long until = System.nanoTime() + PATIENCE.toNanos();
        while (System.nanoTime() < until) {
            Matcher ready = READY.matcher(Files.readString(out));
            if (ready.find()) {
                return URI.create(ready.group(1));
            }
            if (process.waitFor(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
                throw new IOException("the " + name + " ended at its start: "
                        + Files.readString(log).strip());
            }
        }
        throw new IOException("the " + name + " is not ready after " + PATIENCE.toSeconds() + " s, its log is " + log);
    }

    URI uri() {
        return uri;
    }

    long pid() {
        return process.pid();
    }

    boolean alive() {
        return process.isAlive();
    }

    /** What its garbage collector did so far. */
    HeapLog heap() throws IOException {
        return HeapLog.read(collections);
    }

    /** Why it is not there any more. */
    String ended() {
        return "the " + name + " ended with code " + process.exitValue() + ", its log is " + log;
    }

    /** SIGKILL. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /** Ends it in order, or by force if that takes too long. */
    @Override
    public void close() {
        process.destroy();
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
