package org.banip.app;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.banip.app.terminal.Stop;

/** Runs commands within a test. */
public abstract class CommandLineRun {
    /** What the commands of this test wrote to standard output. */
    protected final StringWriter out = new StringWriter();

    /** What the commands of this test wrote to standard error. */
    protected final StringWriter err = new StringWriter();

    /** Runs {@code banip} with these arguments; the exit code. */
    protected int run(String... args) {
        try (Stop stop = new Stop()) {
            return new Banip(stop)
                    .commandLine()
                    .setOut(new PrintWriter(out, true))
                    .setErr(new PrintWriter(err, true))
                    .execute(args);
        }
    }
}
