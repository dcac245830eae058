package org.banip.app.terminal;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/** How far something has come, shown on standard error: as a block drawn anew, or line by line. One thread. */
public interface ProgressDisplay extends AutoCloseable {
    /**
     * Shows the present state, unless it did a moment ago.
     *
     * @param block its lines on a terminal of that size
     * @param line the same in one line
     */
    void update(Function<Terminal.Size, List<Line>> block, Supplier<String> line);

    /** Leaves the last state where it is; all that follows appears below. */
    @Override
    void close();

    /** A block on a terminal that can take it, otherwise a line a second. */
    static ProgressDisplay onStandardError() {
        Terminal terminal = Terminal.standardError();
        Optional<Terminal.Size> size = terminal.refreshed() ? Terminal.size() : Optional.empty();
        if (size.isEmpty()) {
            return new ProgressLines(System.err);
        }
        PrintStream own = new PrintStream(new FileOutputStream(FileDescriptor.err), false);
        return new ProgressBlock(new Screen(own, terminal), size.get());
    }
}
