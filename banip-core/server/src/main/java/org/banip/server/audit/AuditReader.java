package org.banip.server.audit;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Optional;
import java.util.function.LongConsumer;

/** Reads the lines of one file of an audit log, as far as it was when it was opened. One thread. */
final class AuditReader implements Closeable {
    private static final int BUFFER = 1 << 16;

    private final Path file;
    private final LongConsumer progress;
    private final InputStream in;
    private long left;
    private long number;
    private byte[] line = {};
    /** Read before it was asked for. */
    private Optional<byte[]> ahead = Optional.empty();

    private byte[] rest = {};
    private boolean ended;

    AuditReader(Path file, LongConsumer progress) throws IOException {
        this.file = file;
        this.progress = progress;
        left = Files.size(file);
        in = new BufferedInputStream(Files.newInputStream(file), BUFFER);
    }

    /** Goes to the next whole line; false if there is none. */
    boolean next() throws IOException {
        Optional<byte[]> read = ahead.isPresent() ? ahead : whole();
        ahead = Optional.empty();
        read.ifPresent(bytes -> {
            line = bytes;
            number++;
        });
        return read.isPresent();
    }

    /** The line after this one, if there is a whole one. */
    Optional<byte[]> peek() throws IOException {
        if (ahead.isEmpty()) {
            ahead = whole();
        }
        return ahead;
    }

    private Optional<byte[]> whole() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(512);
        while (!ended && left > 0) {
            int read = in.read();
            if (read < 0) {
                break;
            }
            left--;
            if (read == '\n') {
                progress.accept(bytes.size() + 1L);
                return Optional.of(bytes.toByteArray());
            }
            bytes.write(read);
            if (bytes.size() > AuditLine.LONGEST) {
                break; // no line of an audit log, whatever follows
            }
        }
        ended = true;
        rest = bytes.toByteArray();
        progress.accept(rest.length);
        return Optional.empty();
    }

    Path file() {
        return file;
    }

    /** The number of this line, from 1. */
    long number() {
        return number;
    }

    byte[] line() {
        return line;
    }

    /** Whether something that is no whole line is behind the last one; known when there is no next one. */
    boolean endsWithinLine() {
        return rest.length > 0;
    }

    /** What is behind the last whole line. */
    AuditLine.Torn restAtEnd() throws IOException {
        MessageDigest digest = AuditLine.sha256();
        digest.update(rest);
        return restOf(digest, rest.length);
    }

    /** All from this line on. */
    AuditLine.Torn restFromLine() throws IOException {
        MessageDigest digest = AuditLine.sha256();
        digest.update(line);
        digest.update((byte) '\n');
        long length = line.length + 1L;
        if (ahead.isPresent()) {
            digest.update(ahead.get());
            digest.update((byte) '\n');
            length += ahead.get().length + 1L;
        }
        digest.update(rest);
        return restOf(digest, length + rest.length);
    }

    private AuditLine.Torn restOf(MessageDigest digest, long before) throws IOException {
        long length = before;
        byte[] buffer = new byte[BUFFER];
        while (left > 0) {
            int read = in.read(buffer, 0, (int) Math.min(left, buffer.length));
            if (read < 0) {
                break;
            }
            digest.update(buffer, 0, read);
            left -= read;
            length += read;
            progress.accept(read);
        }
        return new AuditLine.Torn(
                String.valueOf(file.getFileName()), length, HexFormat.of().formatHex(digest.digest()));
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
