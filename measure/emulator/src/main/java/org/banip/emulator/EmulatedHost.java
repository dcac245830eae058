package org.banip.emulator;

import java.io.File;
import java.io.IOException;
import java.net.Inet4Address;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.banip.emulator.device.CurrentThread;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One end of an emulated network: a network namespace, in which processes, threads and their sockets live. */
public final class EmulatedHost {
    private static final Logger LOG = LoggerFactory.getLogger(EmulatedHost.class);
    private static final Path NAMESPACES = Path.of("/run/netns");
    private static final long PATIENCE_SECONDS = 5;

    private final String namespace;
    private final Inet4Address address;
    private final Queue<Process> children = new ConcurrentLinkedQueue<>();

    EmulatedHost(String namespace, Inet4Address address) {
        this.namespace = namespace;
        this.address = address;
    }

    /** The namespace's name, as in {@code ip netns exec}. */
    public String namespace() {
        return namespace;
    }

    /** An address of this host that can be reached on every link, by way of the first unless a socket is bound to another link's. */
    public Inet4Address address() {
        return address;
    }

    /** A JVM like this one, with the same class path, to be started with {@link #start}. */
    public ProcessBuilder java(List<String> flags, String mainClass, List<String> arguments) {
        return jvm(flags, mainClass, arguments);
    }

    /** The same, to be started elsewhere. */
    public static ProcessBuilder jvm(List<String> flags, String mainClass, List<String> arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(flags);
        command.add("-cp");
        command.add(System.getProperty("java.class.path", "." + File.pathSeparator));
        command.add(mainClass);
        command.addAll(arguments);
        return new ProcessBuilder(command);
    }

    /** Starts a process in this host; it does not survive the network. */
    public Process start(ProcessBuilder builder) throws IOException {
        List<String> command = new ArrayList<>(List.of("nsenter", "--net=" + path(), "--"));
        command.addAll(builder.command());
        builder.command(command); // nsenter becomes the command: same process id, same streams
        Process process = builder.start();
        children.removeIf(child -> !child.isAlive());
        children.add(process);
        return process;
    }

    /** Runs something on a thread of this host, and waits for its result: sockets it opens belong to this host, wherever they go. */
    public <T> T call(Callable<T> task) throws Exception {
        FutureTask<T> result = new FutureTask<>(task);
        thread("banip-" + namespace, result).start();
        try {
            return result.get();
        } catch (InterruptedException e) {
            result.cancel(true);
            throw e;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Exception cause) {
                throw cause;
            }
            throw e;
        }
    }

    /** A daemon thread of this host, not started yet; threads that it starts are not of this host. */
    public Thread thread(String name, Runnable task) {
        Thread thread = new Thread(
                () -> {
                    try {
                        CurrentThread.enter(path());
                    } catch (IOException e) {
                        throw new IllegalStateException("host " + namespace + " is gone", e);
                    }
                    task.run();
                },
                name);
        thread.setDaemon(true);
        return thread;
    }

    private Path path() {
        return NAMESPACES.resolve(namespace);
    }

    /** Ends the processes and removes the namespace; does what can be done of it. */
    void remove() {
        List<Process> started = new ArrayList<>(children);
        started.forEach(Process::destroyForcibly);
        started.forEach(EmulatedHost::awaitEnd);
        removeNamespace(namespace);
    }

    private static void awaitEnd(Process process) {
        try {
            if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                LOG.warn("process {} does not end", process.pid());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Removes a namespace and every process in it. */
    static void removeNamespace(String namespace) {
        try {
            for (String pid : SystemCommands.ip("netns", "pids", namespace).split("\\s+", -1)) {
                if (!pid.isEmpty()) {
                    ProcessHandle.of(Long.parseLong(pid)).ifPresent(ProcessHandle::destroyForcibly);
                }
            }
            SystemCommands.ip("netns", "del", namespace);
        } catch (IOException e) {
            LOG.warn("cannot remove namespace {}: {}", namespace, e.getMessage());
        }
    }
}
