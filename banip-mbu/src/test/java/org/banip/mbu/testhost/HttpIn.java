package org.banip.mbu.testhost;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads requests of HTTP/1.1 and keeps every byte. One thread at a time. */
final class HttpIn {
    private static final Logger LOG = LoggerFactory.getLogger(HttpIn.class);

    private final InputStream in;
    private final ByteArrayOutputStream current = new ByteArrayOutputStream();
    private final List<Integer> chunks = new ArrayList<>();
    private String head = "";
    private long left;
    private boolean chunked;
    private boolean ended;

    HttpIn(InputStream in) {
        this.in = in;
    }

    /** Reads the next head. Returns false at the end of the connection. */
    boolean next() throws IOException {
        current.reset();
        chunks.clear();
        int b = in.read();
        if (b < 0) {
            return false;
        }
        keep(b);
        while (!endsHead()) {
            keep(need());
        }
        head = current.toString(StandardCharsets.ISO_8859_1);
        if (head.split(" ", -1).length < 3) {
            throw new IOException("not a request: " + head);
        }
        chunked = "chunked".equalsIgnoreCase(header("Transfer-Encoding"));
        String length = header("Content-Length");
        left = length.isEmpty() ? 0 : number(length, 10);
        ended = !chunked && left == 0;
        return true;
    }

    private boolean endsHead() {
        byte[] all = current.toByteArray();
        int n = all.length;
        return n >= 4 && all[n - 4] == '\r' && all[n - 3] == '\n' && all[n - 2] == '\r' && all[n - 1] == '\n';
    }

    String head() {
        return head;
    }

    String method() {
        return head.substring(0, head.indexOf(' '));
    }

    String path() {
        return head.split(" ", 3)[1];
    }

    /** A header's value; empty if the header is missing. */
    String header(String name) {
        for (String line : head.split("\r\n", -1)) {
            if (line.toLowerCase(Locale.ROOT).startsWith(name.toLowerCase(Locale.ROOT) + ":")) {
                return line.substring(name.length() + 1).trim();
            }
        }
        return "";
    }

    /** Reads the next bytes of the body. Returns −1 at its end. */
    int read(byte[] bytes, int most) throws IOException {
        if (ended) {
            return -1;
        }
        if (chunked && left == 0 && !nextChunk()) {
            return -1;
        }
        int count = in.read(bytes, 0, (int) Math.min(Math.min(left, most), bytes.length));
        if (count < 0) {
            throw new EOFException("connection ended in a body");
        }
        current.write(bytes, 0, count);
        left -= count;
        ended = !chunked && left == 0;
        return count;
    }

    private boolean nextChunk() throws IOException {
        if (!chunks.isEmpty()) { // the end of a chunk may come with the next chunk
            keep(need());
            keep(need());
        }
        StringBuilder line = new StringBuilder();
        int b = need();
        while (b != '\n') {
            keep(b);
            line.append((char) b);
            b = need();
        }
        keep(b);
        left = number(line.toString().trim(), 16);
        chunks.add((int) left);
        if (left == 0) {
            keep(need());
            keep(need());
            ended = true;
        }
        return !ended;
    }

    private static long number(String text, int radix) throws IOException {
        try {
            long number = Long.parseLong(text, radix);
            if (number >= 0) {
                return number;
            }
        } catch (NumberFormatException e) {
            LOG.debug("not a length", e);
        }
        throw new IOException("a length of '" + text + "'");
    }

    private int need() throws IOException {
        int b = in.read();
        if (b < 0) {
            throw new EOFException("connection ended in a request");
        }
        return b;
    }

    private void keep(int b) {
        current.write(b);
    }

    /** Every byte of the request so far. */
    byte[] bytes() {
        return current.toByteArray();
    }

    /** The sizes of the request's chunks so far. */
    List<Integer> chunks() {
        return new ArrayList<>(chunks);
    }

    /** Whether the body was read to its end. */
    boolean ended() {
        return ended;
    }
}
