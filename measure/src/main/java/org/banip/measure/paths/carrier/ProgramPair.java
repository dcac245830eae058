package org.banip.measure.paths.carrier;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.banip.core.json.JsonObject;
import org.banip.measure.cpi.Child;
import org.banip.measure.paths.scenario.Workload;

/**
 * Both ends of an upload by a program. The receiver says {@code listening} with its {@code port} and, if it has one, its {@code certificate}; the sender
 * says {@code connected} when all paths can be used, and begins at a word. Then the sender says {@code sent}, the receiver {@code
 * received}, both with {@code bytes} and their {@code digest}. The receiver tells its {@code progress}, and writes a line for each arrival: nanoseconds
 * since the epoch, and bytes. One thread, except for {@link #arrived}.
 */
final class ProgramPair implements AutoCloseable {
    private static final Duration START = Duration.ofMinutes(2);
    private static final long MOST = Long.MAX_VALUE;
    private static final int MOST_PORT = 65_535;

    private final Child receiver;
    private final Child sender;

    private ProgramPair(Child receiver, Child sender) {
        this.receiver = receiver;
        this.sender = sender;
    }

    /**
     * One end of it.
     *
     * @param side where its process runs
     * @param addresses one for each path, the preferred one first
     * @param arguments that this end has alone
     */
    record End(Child.Starter side, List<String> addresses, List<String> arguments) {
        /** Copies the lists. */
        End {
            addresses = List.copyOf(addresses);
            arguments = List.copyOf(arguments);
        }
    }

    /**
     * What is carried.
     *
     * @param program that carries it
     * @param arguments of both ends
     * @param work the load
     * @param stall how long the receiver may wait for the next bytes
     * @param folder for logs
     * @param arrivals takes when what arrived
     */
    record Job(
            BaselineProgram program,
            List<String> arguments,
            Workload work,
            Duration stall,
            Path folder,
            Path arrivals) {
        /** Copies the list. */
        Job {
            arguments = List.copyOf(arguments);
        }

        private List<String> of(End end, String role) {
            List<String> all = new ArrayList<>(List.of(role, "--bytes", String.valueOf(work.bytes())));
            all.addAll(arguments);
            all.addAll(end.arguments());
            end.addresses().forEach(address -> all.addAll(List.of("--from", address)));
            return all;
        }

        private Child start(End end, List<String> all, String log) throws IOException {
            Path executable =
                    program.executable().orElseThrow(() -> new IOException(program + " is not on this machine"));
            return Child.start(end.side(), executable, all, folder.resolve(log));
        }
    }

    /** Starts both ends, and returns when they are connected over all paths. */
    static ProgramPair connect(Job job, End receiving, End sending) throws IOException, InterruptedException {
        List<String> arguments = job.of(receiving, "receive");
        arguments.addAll(List.of(
                "--arrivals",
                job.arrivals().toString(),
                "--stall",
                String.valueOf(job.stall().toSeconds())));
        Child receiver = job.start(receiving, arguments, "receiver.log");
        try {
            JsonObject listening = receiver.await("listening", START);
            return new ProgramPair(receiver, connected(job, sending, toward(receiving, listening)));
        } catch (IOException | InterruptedException | RuntimeException e) {
            receiver.close();
            throw e;
        }
    }

    /** What the sender must know of the receiver. */
    private static List<String> toward(End receiving, JsonObject listening) {
        List<String> arguments =
                new ArrayList<>(List.of("--to-port", String.valueOf(listening.integer("port", 1, MOST_PORT))));
        receiving.addresses().forEach(address -> arguments.addAll(List.of("--to", address)));
        listening
                .optionalString("certificate")
                .ifPresent(certificate -> arguments.addAll(List.of("--certificate", certificate)));
        return arguments;
    }

    private static Child connected(Job job, End sending, List<String> toward) throws IOException, InterruptedException {
        List<String> arguments = job.of(sending, "send");
        arguments.addAll(toward);
        arguments.addAll(List.of("--millis", String.valueOf(job.work().time().toMillis())));
        Child sender = job.start(sending, arguments, "sender.log");
        try {
            JsonObject unused = sender.await("connected", START);
            return sender;
        } catch (IOException | InterruptedException | RuntimeException e) {
            sender.close();
            throw e;
        }
    }

    /** Begins. */
    void go() throws IOException {
        sender.say("go");
    }

    /** Waits for the end, and returns whether what was received is what was sent. */
    boolean exact(Duration patience) throws IOException, InterruptedException {
        JsonObject received = receiver.await("received", patience);
        JsonObject sent = sender.await("sent", START);
        return received.integer("bytes", 0, MOST) == sent.integer("bytes", 0, MOST)
                && received.string("digest").equals(sent.string("digest"));
    }

    /** Bytes that arrived so far. Any thread. */
    long arrived() {
        Optional<JsonObject> progress = receiver.progress();
        return progress.map(event -> event.integer("bytes", 0, MOST)).orElse(0L);
    }

    @Override
    public void close() {
        sender.close();
        receiver.close();
    }
}
