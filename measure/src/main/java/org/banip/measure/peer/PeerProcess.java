package org.banip.measure.peer;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.banip.emulator.EmulatedHost;
import org.banip.measure.peer.process.RunArguments;

/** One of the two processes of a run, as its parent sees it: sends requests and reads answers. One thread at a time. */
final class PeerProcess implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final Duration END = Duration.ofSeconds(5);
    private static final List<String> FLAGS = List.of("-Xmx512m", "-XX:+UseSerialGC", "-Xlog:disable");

    /** Marks the end of its output. */
    private static final String ENDED = "";

    private final String name;
    private final Path log;
    private final Process process;
    private final PrintWriter questions;
    private final LinkedBlockingQueue<String> answers = new LinkedBlockingQueue<>();
    private final Thread reader;

    /** Starts a process on a host. */
    @FunctionalInterface
    interface Start {
        Process start(ProcessBuilder builder) throws IOException;
    }

    PeerProcess(Class<?> main, RunArguments arguments, String password, Start start) throws IOException {
        name = main.getSimpleName() + " of " + arguments.peer();
        log = arguments.folder().resolve(main.getSimpleName() + ".log");
        ProcessBuilder builder =
                EmulatedHost.jvm(FLAGS, main.getName(), arguments.toWords()).redirectError(log.toFile());
        builder.environment().put("BANIP_PEER_PASSWORD", password);
        process = start.start(builder);
        questions = new PrintWriter(process.getOutputStream(), true, StandardCharsets.US_ASCII);
        reader = new Thread(this::read, "banip-peer-answers");
        reader.setDaemon(true);
        reader.start();
    }

    private void read() {
        try (BufferedReader in = process.inputReader(StandardCharsets.US_ASCII)) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                answers.add(line);
            }
        } catch (IOException e) {
            answers.add(ENDED);
        }
        answers.add(ENDED);
    }

    /** The next line of its output. */
    String listen() throws IOException, InterruptedException {
        String line = answers.poll(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        if (line == null || line.equals(ENDED)) {
            throw new IOException(name + (line == null ? " says nothing" : " has ended") + ", its log is " + log);
        }
        return line;
    }

    String ask(String question) throws IOException, InterruptedException {
        questions.println(question);
        return listen();
    }

    /** Ends the process and its children. */
    @Override
    public void close() {
        questions.close(); // it ends when its input ends
        try {
            if (!process.waitFor(END.toMillis(), TimeUnit.MILLISECONDS)) {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly().waitFor();
            }
            reader.join();
        } catch (InterruptedException e) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
