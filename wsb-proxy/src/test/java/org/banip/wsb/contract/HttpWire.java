package org.banip.wsb.contract;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.awaitility.core.ConditionFactory;
import org.banip.server.client.Soon;

/** One end of an HTTP/1.1 connection, spelled out: what is written leaves at once, what is read is one element of the message. */
public class HttpWire implements Closeable {
    /** How long a test waits for what must come: only so that a failing one ends, however busy the machine. */
    public static final Duration PATIENCE = Duration.ofMinutes(1);

    private final Socket socket;
    private final InputStream in;
    private final OutputStream out;
    private boolean lineEndDue;

    protected HttpWire(Socket socket) throws IOException {
        this.socket = socket;
        socket.setTcpNoDelay(true);
        socket.setSoTimeout((int) PATIENCE.toMillis());
        in = new BufferedInputStream(new Impatient(socket.getInputStream()));
        out = socket.getOutputStream();
    }

    /** Waits for so long. */
    public static ConditionFactory await() {
        return Soon.within(PATIENCE);
    }

    public Socket socket() {
        return socket;
    }

    public void write(String text) throws IOException {
        write(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    public void write(byte[] bytes) throws IOException {
        out.write(bytes);
        out.flush();
    }

    /** A head from its lines. */
    public void writeHead(String... lines) throws IOException {
        write(String.join("\r\n", lines) + "\r\n\r\n");
    }

    public void writeChunk(byte[] bytes) throws IOException {
        byte[] size = (Integer.toHexString(bytes.length) + "\r\n").getBytes(StandardCharsets.US_ASCII);
        byte[] chunk = new byte[size.length + bytes.length + 2];
        System.arraycopy(size, 0, chunk, 0, size.length);
        System.arraycopy(bytes, 0, chunk, size.length, bytes.length);
        chunk[chunk.length - 2] = '\r';
        chunk[chunk.length - 1] = '\n';
        write(chunk);
    }

    public void writeLastChunk() throws IOException {
        write("0\r\n\r\n");
    }

    /** Start line and fields; names in lower case. */
    public Head readHead() throws IOException {
        String start = readLine();
        Map<String, String> fields = new TreeMap<>();
        for (String line = readLine(); !line.isEmpty(); line = readLine()) {
            int colon = line.indexOf(':');
            fields.merge(
                    line.substring(0, colon).toLowerCase(Locale.ROOT),
                    line.substring(colon + 1).trim(),
                    (first, second) -> first + ", " + second);
        }
        return new Head(start, fields);
    }

    /**
     * The next chunk; empty for the last one, an exception if the connection broke before it. Does not wait for the line end behind the
     * chunk, which some senders hold back until the next one.
     */
    public byte[] readChunk() throws IOException {
        if (lineEndDue && !readLine().isEmpty()) {
            throw new IOException("a chunk is longer than it said");
        }
        byte[] bytes = readBytes(Integer.parseInt(readLine(), 16));
        lineEndDue = bytes.length > 0;
        if (!lineEndDue) {
            readLine();
        }
        return bytes;
    }

    /** The next bytes of a chunked body, in however many chunks they come. */
    public byte[] readChunked(int length) throws IOException {
        byte[] all = new byte[length];
        for (int at = 0; at < length; ) {
            byte[] chunk = readChunk();
            if (chunk.length == 0) {
                throw new EOFException("body ended after " + at + " bytes");
            }
            System.arraycopy(chunk, 0, all, at, chunk.length);
            at += chunk.length;
        }
        return all;
    }

    public byte[] readBytes(int length) throws IOException {
        byte[] bytes = in.readNBytes(length);
        if (bytes.length < length) {
            throw new EOFException("connection ended after " + bytes.length + " of " + length + " bytes");
        }
        return bytes;
    }

    /** The body of a message with this head, whole. */
    public String readBody(Head head) throws IOException {
        if (head.fields().containsKey("content-length")) {
            return new String(readBytes(Integer.parseInt(head.fields().get("content-length"))), StandardCharsets.UTF_8);
        }
        StringBuilder body = new StringBuilder();
        if ("chunked".equals(head.fields().get("transfer-encoding"))) {
            for (byte[] chunk = readChunk(); chunk.length > 0; chunk = readChunk()) {
                body.append(new String(chunk, StandardCharsets.UTF_8));
            }
        }
        return body.toString();
    }

    /** Whether the peer sends something rather than close the connection; waits for either, for as long as it takes. */
    boolean hasInput() throws IOException {
        socket.setSoTimeout(0);
        in.mark(1);
        boolean some = in.read() >= 0;
        in.reset();
        socket.setSoTimeout((int) PATIENCE.toMillis());
        return some;
    }

    /** The start of the next line if it begins with this character, otherwise nothing; does not take it. Waits. */
    String peekLine(char first) throws IOException {
        in.mark(8192);
        StringBuilder line = new StringBuilder();
        int c = in.read();
        while (c >= 0 && c != '\r' && (line.length() > 0 || c == first)) {
            line.append((char) c);
            c = in.read();
        }
        in.reset();
        return line.toString();
    }

    /** Whether the peer closed the connection; waits for that, or for a byte. */
    public boolean isAtEnd() throws IOException {
        return in.read() < 0;
    }

    private String readLine() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c = in.read(); c != '\n'; c = in.read()) {
            if (c < 0) {
                throw new EOFException("connection ended in line '" + line + "'");
            }
            line.append((char) c);
        }
        return line.substring(0, line.length() - 1);
    }

    /** Breaks the connection with a reset. */
    public void reset() throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }

    /** Silence is no break: a test that expects one must not take a time-out for it. */
    private static final class Impatient extends FilterInputStream {
        Impatient(InputStream in) {
            super(in);
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            try {
                return super.read(bytes, offset, length);
            } catch (SocketTimeoutException e) {
                throw new AssertionError("for " + PATIENCE + " nothing came, and the connection did not end", e);
            }
        }
    }

    /** Start line and fields of a message. */
    public record Head(String start, Map<String, String> fields) {
        public int status() {
            return Integer.parseInt(start.split(" ", -1)[1]);
        }
    }
}
