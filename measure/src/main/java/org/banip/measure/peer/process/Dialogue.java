package org.banip.measure.peer.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Reads requests from standard input, one on each line, and answers each with a line on standard output. The end of the input ends the process. */
final class Dialogue {
    private final BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
    private final PrintStream out = new PrintStream(System.out, true, StandardCharsets.US_ASCII);

    /** Answers a request. */
    @FunctionalInterface
    interface Answers {
        /** The answer to a command and its arguments. */
        String to(String word, String rest) throws Exception;
    }

    /** Writes a line without a request. */
    void say(String line) {
        out.println(line);
    }

    /** Answers until the command {@code end}, which is answered, too, or the end of the input. */
    void run(Answers answers) throws Exception {
        for (String line = read(); line != null; line = read()) {
            String[] words = line.split(" ", 2);
            out.println(answers.to(words[0], words.length > 1 ? words[1] : ""));
            if ("end".equals(words[0])) {
                return;
            }
        }
    }

    private @Nullable String read() throws IOException {
        return in.readLine();
    }

    /** Processor time of this process so far, in nanoseconds, to a hundredth of a second. */
    static long cpuNanos() {
        return ProcessHandle.current()
                .info()
                .totalCpuDuration()
                .orElse(Duration.ZERO)
                .toNanos();
    }
}
