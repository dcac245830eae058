package org.banip.app.terminal;

import java.io.ByteArrayOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * A block of lines at the cursor that is redrawn with each {@link #show}. Text that others write to {@link System#err} appears above it, line by
 * line.
 *
 * <p>Any thread; guarded by the monitor, which is held while the text is written to the terminal.
 */
public final class Screen implements AutoCloseable {
    private static final String HIDE_CURSOR = "\033[?25l";
    private static final String SHOW_CURSOR = "\033[?25h";
    private static final String ERASE_BELOW = "\033[J";
    private static final String ERASE_RIGHT = "\033[K";
    private static final String CLEAR = "\033[2J\033[H";

    private static volatile boolean cursorHidden;

    private final PrintStream out;
    private final Terminal terminal;
    private final Charset charset;
    private Terminal.Size size = new Terminal.Size(0, 0);
    private List<Line> shown = List.of();

    /** Creates a block on this stream, which must lead to a terminal whose lines can be {@linkplain Terminal#refreshed() redrawn}. */
    public Screen(PrintStream out, Terminal terminal) {
        this.out = out;
        this.terminal = terminal;
        charset = terminal.unicode() ? StandardCharsets.UTF_8 : StandardCharsets.US_ASCII;
    }

    /** Replaces {@link System#err} until it is closed. */
    public void adoptStandardError() {
        System.setErr(new PrintStream(new LinesAbove(), true, charset));
    }

    /** Draws the block: as many lines as fit. Text that is wider than the terminal is continued on the next line. */
    public synchronized void show(List<Line> lines, Terminal.Size now) {
        cursorHidden = true;
        StringBuilder text = new StringBuilder(HIDE_CURSOR);
        boolean resized = !now.equals(size) && !shown.isEmpty();
        text.append(resized ? CLEAR : up(shown.size()));
        size = now;
        shown = lines.stream()
                .flatMap(line -> line.wrapped(now.columns()).stream())
                .limit(Math.max(1, now.rows() - 1))
                .toList();
        append(text);
        write(text);
    }

    private synchronized void above(String line) {
        StringBuilder text = new StringBuilder(up(shown.size())).append(ERASE_BELOW);
        text.append(line).append('\n');
        append(text);
        write(text);
    }

    /** Lets something print to the same terminal through another stream: it appears above the block. It must have been flushed when it returns. */
    synchronized void aside(Runnable printing) {
        write(up(shown.size()) + ERASE_BELOW);
        printing.run();
        StringBuilder text = new StringBuilder();
        append(text);
        write(text);
    }

    private void append(StringBuilder text) {
        for (Line line : shown) {
            text.append(line.rendered(size.columns(), terminal.coloured()))
                    .append(ERASE_RIGHT)
                    .append('\n');
        }
        text.append(ERASE_BELOW);
    }

    private static String up(int lines) {
        return lines == 0 ? "" : "\033[" + lines + "A\r";
    }

    private void write(CharSequence text) {
        byte[] bytes = text.toString().getBytes(charset);
        out.write(bytes, 0, bytes.length);
        out.flush();
    }

    /** Leaves the block as it is, and restores standard error. */
    @Override
    public synchronized void close() {
        System.setErr(out);
        write(SHOW_CURSOR);
        cursorHidden = false;
        shown = List.of();
    }

    /** Shows the cursor that a block has hidden, because the JVM ends without closing the block. Waits for no other thread. */
    static void leave() {
        if (cursorHidden) {
            new PrintStream(new FileOutputStream(FileDescriptor.err), true).println(SHOW_CURSOR);
        }
    }

    /** Collects written bytes as lines. Guarded by the stream that writes to it. */
    private final class LinesAbove extends OutputStream {
        private final ByteArrayOutputStream line = new ByteArrayOutputStream();

        @Override
        public void write(int one) {
            if (one == '\n') {
                above(line.toString(charset));
                line.reset();
            } else if (one != '\r') {
                line.write(one);
            }
        }
    }
}
