package org.banip.recordings;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;

/** Reads a text file byte by byte or line by line, and knows where it is. */
final class TextInput implements Closeable {
    /** What {@link #next} returns at the end of the file. */
    static final int END = -1;

    private static final int BUFFER = 1 << 16;
    private static final int LONGEST_LINE = 1 << 16;

    private final Path file;
    private final RandomAccessFile input;
    private final byte[] buffer = new byte[BUFFER];

    private long bufferStart;
    private int length;
    private int at;
    private long line;

    /** Opens a file at a byte, which is the beginning of this line, counted from 1. */
    TextInput(Path file, long start, long line) {
        this.file = file;
        this.line = line;
        bufferStart = start;
        try {
            input = new RandomAccessFile(file.toFile(), "r");
            input.seek(start);
        } catch (IOException e) {
            throw Malformed.recording(file, "cannot be opened: " + e.getMessage(), e);
        }
    }

    /** The file, for errors. */
    Path file() {
        return file;
    }

    /** The next byte, 0 to 255, or {@link #END}. */
    int next() {
        if (at == length && !fill()) {
            return END;
        }
        int next = buffer[at++] & 0xff;
        if (next == '\n') {
            line++;
        }
        return next;
    }

    private boolean fill() {
        bufferStart += length;
        at = 0;
        length = 0;
        try {
            int count = input.read(buffer);
            length = Math.max(count, 0);
            return count > 0;
        } catch (IOException e) {
            throw Malformed.recording(file, "cannot be read at byte " + bufferStart + ": " + e.getMessage(), e);
        }
    }

    /** The next line without its end, or empty at the end of the file. */
    Optional<String> nextLine() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        long number = line;
        int next = next();
        if (next == END) {
            return Optional.empty();
        }
        while (next != END && next != '\n') {
            if (next < ' ' && next != '\t' && next != '\r') {
                throw Malformed.recording(file, "line " + number + " has byte " + next + ": this is not a text file");
            }
            bytes.write(next);
            if (bytes.size() > LONGEST_LINE) {
                throw Malformed.recording(
                        file, "line " + number + " is longer than the " + LONGEST_LINE + " bytes allowed");
            }
            next = next();
        }
        return Optional.of(new String(bytes.toByteArray(), StandardCharsets.UTF_8));
    }

    /** The byte {@link #next} reads next. */
    long position() {
        return bufferStart + at;
    }

    /** The line of that byte, counted from 1. */
    long line() {
        return line;
    }

    @Override
    public void close() {
        try {
            input.close();
        } catch (IOException e) {
            throw Malformed.recording(file, "cannot be closed: " + e.getMessage(), e);
        }
    }
}
