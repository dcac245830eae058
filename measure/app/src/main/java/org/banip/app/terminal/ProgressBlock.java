package org.banip.app.terminal;

import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;

/** A block that is drawn ten times per second. The terminal's size is read once per second. */
final class ProgressBlock implements ProgressDisplay {
    private static final long FRAME_NANOS = TimeUnit.MILLISECONDS.toNanos(95);
    private static final long SIZE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Screen screen;
    private Terminal.Size size;
    private long sizeAtNanos = System.nanoTime();
    private long drawnAtNanos = sizeAtNanos - FRAME_NANOS;
    private Function<Terminal.Size, List<Line>> last = drawn -> List.of();

    ProgressBlock(Screen screen, Terminal.Size size) {
        this.screen = screen;
        this.size = size;
        screen.adoptStandardError();
    }

    @Override
    public void update(Function<Terminal.Size, List<Line>> block, Supplier<String> line) {
        last = block;
        long now = System.nanoTime();
        if (now - sizeAtNanos >= SIZE_NANOS) {
            sizeAtNanos = now;
            size = Terminal.size().orElse(size);
        }
        if (now - drawnAtNanos >= FRAME_NANOS) {
            drawnAtNanos = now;
            screen.show(block.apply(size), size);
        }
    }

    @Override
    public void updateNow(List<Line> block, String line) {
        last = drawn -> block;
        drawnAtNanos = System.nanoTime();
        screen.show(block, size);
    }

    @Override
    public void result(PrintWriter out, String line) {
        screen.aside(() -> {
            out.println(line);
            out.flush();
        });
    }

    @Override
    public void close() {
        screen.show(last.apply(size), size);
        screen.close();
    }
}
