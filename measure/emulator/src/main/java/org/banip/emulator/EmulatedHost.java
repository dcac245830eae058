package org.banip.emulator;

import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
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

/** One host of an emulated network: a network namespace with processes, threads and their sockets. */
public final class EmulatedHost {
    private static final Logger LOG = LoggerFactory.getLogger(EmulatedHost.class);
    private static final Path NAMESPACES = Path.of("/run/netns");
    private static final long PATIENCE_SECONDS = 5;
    private static final String ARCHIVE = "-XX:SharedArchiveFile=";

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

    /**
     * An address of this host that can be reached on every link. Packets take the first link, unless a socket is bound to the address of another
     * link.
     */
    public Inet4Address address() {
        return address;
    }

    /** The command for a JVM like this one, with the same class path and class data sharing archive; {@link #start} starts it. */
    public ProcessBuilder java(List<String> flags, String mainClass, List<String> arguments) {
        return jvm(flags, mainClass, arguments);
    }

    /** The same command, independent of a host. */
    public static ProcessBuilder jvm(List<String> flags, String mainClass, List<String> arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(argument -> argument.startsWith(ARCHIVE))
                .forEach(command::add);
        command.addAll(flags);
        command.add("-cp");
        command.add(System.getProperty("java.class.path", "." + File.pathSeparator));
        command.add(mainClass);
        command.addAll(arguments);
        return new ProcessBuilder(command);
    }

    /** Starts a process in this host; it ends with the network. */
    public Process start(ProcessBuilder builder) throws IOException {
        List<String> command = new ArrayList<>(List.of("nsenter", "--net=" + path(), "--"));
        command.addAll(builder.command());
        builder.command(command); // nsenter becomes the command: same process id, same streams
        Process process = builder.start();
        children.removeIf(child -> !child.isAlive());
        children.add(process);
        return process;
    }

    /**
     * Runs a task on a thread of this host, and waits for its result. Sockets that it opens belong to this host for good, and so do those
     * of threads that it starts.
     */
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

    /** A daemon thread of this host, not started yet. Threads that it starts belong to this host, too. */
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

    /** Ends the processes and removes the namespace, as far as possible. */
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
