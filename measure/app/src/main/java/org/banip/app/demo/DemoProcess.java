package org.banip.app.demo;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;

/** A command in a JVM of its own, and what it prints. Any thread. */
public final class DemoProcess implements AutoCloseable {
    private static final long END_SECONDS = 20;
    private static final int MOST_LINES = 5_000;
    /** Runs the command; it knows all commands, so it is not in a package below. */
    private static final String CHILD = "org.banip.app.DemoChild";
    /** Options of this JVM that are not for its children. */
    private static final List<String> OWN_OPTIONS = List.of("-agent", "-javaagent", "-Xrun", "-Dbanip.");
    /** In a process group of its own, a child does not get the terminal's SIGINT: the demo ends it in order. */
    private static final Path SETSID = Path.of("/usr/bin/setsid");

    private final String name;
    private final Process process;
    private final Thread reader;
    private final KeptLines lines = new KeptLines(MOST_LINES, MOST_LINES);
    private boolean over;

    /** Starts a command with this JVM's Java, options and class path, but without the user's settings of BANip and without agents. */
    public DemoProcess(String name, List<String> command) {
        this.name = name;
        ProcessBuilder child = new ProcessBuilder(jvm(command)).redirectErrorStream(true);
        child.environment().keySet().removeIf(variable -> variable.startsWith("BANIP_"));
        try {
            process = child.start();
        } catch (IOException e) {
            throw new UncheckedIOException("the " + name + " cannot be started: " + e.getMessage(), e);
        }
        reader = new Thread(this::read, "banip-demo-" + name);
        reader.setDaemon(true);
        reader.start();
    }

    private static List<String> jvm(List<String> command) {
        List<String> all = new ArrayList<>();
        if (Files.isExecutable(SETSID)) {
            all.add(SETSID.toString());
        }
        all.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(option -> OWN_OPTIONS.stream().noneMatch(option::startsWith))
                .forEach(all::add);
        all.addAll(List.of("-cp", System.getProperty("java.class.path"), CHILD));
        all.addAll(command);
        return all;
    }

    private void read() {
        try (BufferedReader output = process.inputReader(Charset.defaultCharset())) {
            String line = output.readLine();
            while (line != null) {
                add(line);
                line = output.readLine();
            }
        } catch (IOException e) {
            add("(its output broke off: " + e.getMessage() + ")");
        } finally {
            synchronized (this) {
                over = true;
                notifyAll();
            }
        }
    }

    private synchronized void add(String line) {
        lines.add(line);
        notifyAll();
    }

    /** The first group of a pattern that is found in what it has printed. */
    synchronized Optional<String> find(Pattern pattern) {
        for (String line : lines()) {
            Matcher matcher = pattern.matcher(line);
            if (matcher.find()) {
                return Optional.of(matcher.group(1));
            }
        }
        return Optional.empty();
    }

    /** All lines so far; of very many, the first and the last ones. */
    synchronized List<String> lines() {
        return lines.all();
    }

    /**
     * Waits until it has printed something.
     *
     * @throws BanipException {@code INTERNAL} if it ends before, or does not within the time
     */
    public synchronized String await(Pattern pattern, long seconds) throws InterruptedException {
        return awaitWithin(pattern, Duration.ofSeconds(seconds))
                .orElseThrow(() -> new BanipException(
                        ErrorCode.INTERNAL,
                        "the " + name + (over ? " ended" : " did not say '" + pattern + "' within " + seconds + " s")
                                + "; it said: " + String.join(" / ", lines())));
    }

    /** The same; empty if it ends before, or does not within the time. */
    synchronized Optional<String> awaitWithin(Pattern pattern, Duration time) throws InterruptedException {
        long deadline = System.nanoTime() + time.toNanos();
        Optional<String> found = find(pattern);
        long left = deadline - System.nanoTime();
        while (found.isEmpty() && !over && left > 0) {
            TimeUnit.NANOSECONDS.timedWait(this, left);
            found = find(pattern);
            left = deadline - System.nanoTime();
        }
        return found;
    }

    /** Whether it has ended, and everything it printed was read. */
    synchronized boolean isOver() {
        return over;
    }

    /** What it is called. */
    String name() {
        return name;
    }

    /** Its process id. */
    public long pid() {
        return process.pid();
    }

    /** Waits until it has ended by itself, and everything it printed was read; false if it does not end within the time. */
    boolean awaitEnd(long seconds) throws InterruptedException {
        boolean ended = process.waitFor(seconds, TimeUnit.SECONDS);
        if (ended) {
            reader.join(TimeUnit.SECONDS.toMillis(seconds));
        }
        return ended;
    }

    /** Ends it in order, or by force if that takes longer than 20 seconds. */
    @Override
    public void close() {
        try {
            process.getOutputStream().close();
            if (awaitEnd(END_SECONDS)) {
                return;
            }
        } catch (IOException e) {
            add("(its standard input was broken: " + e.getMessage() + ")");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        Process unused = process.destroyForcibly()
                .onExit()
                .completeOnTimeout(process, END_SECONDS, TimeUnit.SECONDS)
                .join();
    }
}
