package org.banip.measure.faults.machine;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** A part of an arrangement: a program that can be killed, stopped, and started again. One thread. */
public abstract class Part implements Closeable {
    private final String name;
    private final Path folder;
    private Optional<Process> process = Optional.empty();
    private int starts;
    private boolean stopped;

    Part(String name, Path folder) {
        this.name = name;
        this.folder = folder;
    }

    /** What it is called: {@code host}. */
    public final String name() {
        return name;
    }

    /** The log of its present process. */
    final Path log() {
        return folder.resolve(name + "-" + starts + ".log");
    }

    /** What its present process prints. */
    final Path out() {
        return folder.resolve(name + "-" + starts + ".out");
    }

    /** How often it was started. */
    public final int starts() {
        return starts;
    }

    /**
     * Starts it, and waits until it is ready.
     *
     * @throws IOException if it ends, with what it said; then it is not running
     */
    public final void start() throws IOException, InterruptedException {
        starts++;
        boolean ready = false;
        try {
            launch();
            ready = true;
        } finally {
            if (!ready) {
                kill();
            }
        }
    }

    /** Starts the process, {@linkplain #runs names it}, and waits until it is ready. */
    abstract void launch() throws IOException, InterruptedException;

    /** This is the process. */
    final void runs(Process started) {
        process = Optional.of(started);
        stopped = false;
    }

    /** Whether it runs; one that is stopped does. */
    public final boolean isRunning() {
        return process.map(Process::isAlive).orElse(false);
    }

    /** The exit code of a process that has ended. */
    public final int exitCode() {
        return process.map(Process::exitValue).orElse(0);
    }

    /** SIGKILL; returns when it is dead. */
    public void kill() {
        process.ifPresent(running -> {
            Process unused = running.destroyForcibly().onExit().join();
        });
    }

    /** SIGSTOP. */
    public void suspend() throws IOException {
        signal("STOP");
        stopped = true;
    }

    /** SIGCONT. */
    public void resume() throws IOException {
        if (stopped) {
            signal("CONT");
            stopped = false;
        }
    }

    private void signal(String signal) throws IOException {
        if (isRunning()) {
            Commands.signal(signal, process.orElseThrow().pid());
        }
    }

    final boolean endsWithin(long millis) throws InterruptedException {
        return process.isEmpty() || process.get().waitFor(millis, TimeUnit.MILLISECONDS);
    }

    final Process process() {
        return process.orElseThrow();
    }

    @Override
    public void close() throws IOException {
        kill();
    }
}
