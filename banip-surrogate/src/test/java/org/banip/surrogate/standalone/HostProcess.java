package org.banip.surrogate.standalone;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.banip.surrogate.SurrogateHost;
import org.banip.surrogate.settings.HostLimits;
import org.banip.surrogate.store.JdbcStore;

/** A host in a process of its own, which answers questions on its standard input. One thread at a time. */
final class HostProcess implements AutoCloseable {
    private static final String MARK = "answer: ";

    private final Process process;
    private final PrintStream questions;
    private final BufferedReader answers;
    private final URI base;

    private HostProcess(Process process) throws IOException {
        this.process = process;
        questions = new PrintStream(process.getOutputStream(), true, StandardCharsets.US_ASCII);
        answers = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.US_ASCII));
        base = URI.create(answer());
    }

    /** A host over this SQLite file, with these options of the JVM, that serves so many interconnects per identity. */
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

    private String answer() throws IOException {
        String line = answers.readLine();
        while (line != null && !line.startsWith(MARK)) {
            line = answers.readLine(); // of the log
        }
        if (line == null) {
            throw new IOException("the host process ended");
        }
        return line.substring(MARK.length());
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
        answers.close();
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
                    Runtime runtime = Runtime.getRuntime();
                    System.gc();
                    out.println(MARK + (runtime.totalMemory() - runtime.freeMemory()));
                    line = in.readLine();
                }
            }
        }
    }
}
