package org.banip.app.terminal;

import java.io.PrintStream;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;

/** At most one line per second. A line is not repeated. */
final class ProgressLines implements ProgressDisplay {
    private static final long INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final PrintStream out;
    private long lastNanos = System.nanoTime();
    private String last = "";

    ProgressLines(PrintStream out) {
        this.out = out;
    }

    @Override
    public void update(Function<Terminal.Size, List<Line>> block, Supplier<String> line) {
        long now = System.nanoTime();
        if (now - lastNanos >= INTERVAL_NANOS) {
            updateNow(List.of(), line.get());
        }
    }

    @Override
    public void updateNow(List<Line> block, String line) {
        lastNanos = System.nanoTime();
        if (!line.equals(last)) {
            last = line;
            out.println(line);
        }
    }

    @Override
    public void note(String line) {
        out.println(line);
    }

    @Override
    public void close() {
        out.flush();
    }
}
