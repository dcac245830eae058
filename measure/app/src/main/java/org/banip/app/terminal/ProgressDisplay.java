package org.banip.app.terminal;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/** Shows progress on standard error, as a block that is redrawn or line by line. One thread. */
public interface ProgressDisplay extends AutoCloseable {
    /**
     * Shows the current state, unless the display was updated a moment ago.
     *
     * @param block the state as lines, for a terminal of that size
     * @param line the state in one line
     */
    void update(Function<Terminal.Size, List<Line>> block, Supplier<String> line);

    /** Shows a state in any case, because what follows takes long. */
    void updateNow(List<Line> block, String line);

    /** Shows a state of one line, unless the display was updated a moment ago. */
    default void update(String line) {
        update(size -> List.of(Line.plain(line)), () -> line);
    }

    /** Shows a state of one line in any case. */
    default void updateNow(String line) {
        updateNow(List.of(Line.plain(line)), line);
    }

    /** Prints a line that stays; a block goes on below it. */
    default void note(String line) {
        System.err.println(line); // a block has adopted it
    }

    /** Prints a line of the command's result, which may go to the same terminal; a block goes on below it. */
    default void result(PrintWriter out, String line) {
        out.println(line);
    }

    /** Ends the display. The last state stays; later output appears below it. */
    @Override
    void close();

    /** A block if the terminal can redraw lines, otherwise a line now and then. */
    static ProgressDisplay onStandardError() {
        Terminal terminal = Terminal.standardError();
        Optional<Terminal.Size> size = terminal.refreshed() ? Terminal.size() : Optional.empty();
        if (size.isEmpty()) {
            return new ProgressLines(System.err, System::nanoTime);
        }
        PrintStream own = new PrintStream(new FileOutputStream(FileDescriptor.err), false);
        return new ProgressBlock(new Screen(own, terminal), size.get());
    }
}
