package org.banip.app.terminal;

import java.io.PrintStream;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** At most one line per second, and fewer the longer it takes, down to one in ten seconds. A line is not repeated. */
final class ProgressLines implements ProgressDisplay {
    private static final long SHORTEST_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(10);
    /** Of the time that has passed, the part after which there is another line. */
    private static final int PART = 20;

    private final PrintStream out;
    private final LongSupplier nanoTime;
    private final long begunNanos;
    private long lastNanos;
    private String last = "";

    ProgressLines(PrintStream out, LongSupplier nanoTime) {
        this.out = out;
        this.nanoTime = nanoTime;
        begunNanos = nanoTime.getAsLong();
        lastNanos = begunNanos;
    }

    @Override
    public void update(Function<Terminal.Size, List<Line>> block, Supplier<String> line) {
        long now = nanoTime.getAsLong();
        long interval = Math.min(LONGEST_NANOS, Math.max(SHORTEST_NANOS, (now - begunNanos) / PART));
        if (now - lastNanos >= interval) {
            updateNow(List.of(), line.get());
        }
    }

    @Override
    public void updateNow(List<Line> block, String line) {
        lastNanos = nanoTime.getAsLong();
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
