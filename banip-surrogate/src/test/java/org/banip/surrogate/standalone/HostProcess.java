package org.banip.surrogate.standalone;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.InterruptedIOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.banip.surrogate.SurrogateHost;
import org.banip.surrogate.settings.HostLimits;
import org.banip.surrogate.store.JdbcStore;
import org.banip.surrogate.wire.Patience;

/** A host in a process of its own, which answers questions on its standard input. One thread at a time. */
final class HostProcess implements AutoCloseable {
    private static final String MARK = "answer: ";

    private final Process process;
    private final PrintStream questions;
    private final BlockingQueue<String> answers = new LinkedBlockingQueue<>();
    private final Thread output;
    private final URI base;

    private HostProcess(Process process) throws IOException {
        this.process = process;
        questions = new PrintStream(process.getOutputStream(), true, StandardCharsets.US_ASCII);
        output = new Thread(this::readOutput, "host-process-output");
        output.start();
        base = URI.create(answer());
    }

    /** A host over this SQLite file, these options of the JVM, and a limit of interconnects per identity. */
    static HostProcess start(Path store, int interconnectsPerIdentity, String... options) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(options));
        command.add("-Dlogback.configurationFile=" + System.getProperty("logback.configurationFile", ""));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
        command.addAll(List.of(store.toString(), Integer.toString(interconnectsPerIdentity)));
        return new HostProcess(new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start());
    }

    /** All the time: a process that logs into a full pipe stands still. */
    private void readOutput() {
        try (BufferedReader lines = process.inputReader(StandardCharsets.US_ASCII)) {
            lines.lines()
                    .filter(line -> line.startsWith(MARK))
                    .forEach(line -> answers.add(line.substring(MARK.length())));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String answer() throws IOException {
        try {
            String answer = answers.poll(Patience.LIMIT.toMillis(), TimeUnit.MILLISECONDS);
            if (answer == null) {
                throw new IOException("the host process " + (alive() ? "does not answer" : "ended"));
            }
            return answer;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted");
        }
    }

    /** Its base URL. */
    URI base() {
        return base;
    }

    /** Bytes of heap in use after a collection. */
    long heap() throws IOException {
        questions.println("heap");
        return Long.parseLong(answer());
    }

    /** Bytes that MBUs make the host hold, as it counts them. */
    long held() throws IOException {
        questions.println("held");
        return Long.parseLong(answer());
    }

    /** Whether it runs. */
    boolean alive() {
        return process.isAlive();
    }

    /** Ends it at once. */
    @Override
    public void close() throws IOException {
        process.toHandle().destroyForcibly();
        process.onExit().join();
        questions.close();
        Patience.await().until(() -> !output.isAlive());
    }

    /** What runs in the process. */
    static final class Main {
        private Main() {}

        public static void main(String[] arguments) throws IOException {
            PrintStream out = new PrintStream(System.out, true, StandardCharsets.US_ASCII);
            HostLimits limits = HostLimits.builder()
                    .interconnectsPerIdentity(Integer.parseInt(arguments[1]))
                    .build();
            BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
            try (SurrogateHost host = SurrogateHost.builder(JdbcStore.open(Path.of(arguments[0])))
                            .limits(limits)
                            .build();
                    HostServer server = HostServer.start(host, HostServerSettings.loopback())) {
                out.println(MARK + server.baseUri());
                String line = in.readLine();
                while (line != null) {
                    out.println(MARK + (line.equals("held") ? host.statistics().heldBytes() : heapAfterCollection()));
                    line = in.readLine();
                }
            }
        }

        private static long heapAfterCollection() {
            Runtime runtime = Runtime.getRuntime();
            System.gc();
            return runtime.totalMemory() - runtime.freeMemory();
        }
    }
}
