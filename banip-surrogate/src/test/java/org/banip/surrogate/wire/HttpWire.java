package org.banip.surrogate.wire;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** One HTTP/1.1 connection, byte by byte, so that a test can do what no library would. One thread at a time per direction. */
public final class HttpWire implements AutoCloseable {
    private final Socket socket;
    private final URI base;
    private final Map<String, String> headers;
    private final OutputStream out;
    private final InputStream in;

    /** Connects to the server of this base URL. */
    public HttpWire(URI base) throws IOException {
        this(base, Map.of());
    }

    /** The same, with headers for every request. */
    public HttpWire(URI base, Map<String, String> headers) throws IOException {
        this.base = base;
        this.headers = headers;
        socket = new Socket(base.getHost(), base.getPort());
        socket.setTcpNoDelay(true);
        socket.setSoTimeout((int) Patience.LIMIT.toMillis());
        out = socket.getOutputStream();
        in = new BufferedInputStream(socket.getInputStream());
    }

    /** A request whose whole body is known, and its answer. */
    public WireAnswer exchange(String method, String path, String type, byte[] body) throws IOException {
        begin(method, path, type, body);
        return answer();
    }

    /** A request whose whole body is known; its answer is read later. */
    public void begin(String method, String path, String type, byte[] body) throws IOException {
        ByteArrayOutputStream request = new ByteArrayOutputStream();
        request.write(head(method, path, type, "Content-Length: " + body.length));
        request.write(body);
        write(request.toByteArray());
    }

    /** A request without a body, and its answer. */
    public WireAnswer exchange(String method, String path) throws IOException {
        write(head(method, path, null, null));
        return answer();
    }

    /** The head of a request without a body; its answer is read piece by piece. */
    public void begin(String method, String path) throws IOException {
        write(head(method, path, null, null));
    }

    /** The head of a request with a chunked body. */
    public void beginChunked(String path, String type) throws IOException {
        write(head("POST", path, type, "Transfer-Encoding: chunked"));
    }

    /** One chunk. */
    public void chunk(byte[] bytes) throws IOException {
        ByteArrayOutputStream chunk = new ByteArrayOutputStream();
        chunk.write((Integer.toHexString(bytes.length) + "\r\n").getBytes(StandardCharsets.US_ASCII));
        chunk.write(bytes);
        chunk.write("\r\n".getBytes(StandardCharsets.US_ASCII));
        write(chunk.toByteArray());
    }

    /** The last chunk. */
    public void endBody() throws IOException {
        write("0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
    }

    /** Bytes as they are. */
    public void write(byte[] bytes) throws IOException {
        out.write(bytes);
        out.flush();
    }

    private byte[] head(String method, String path, String type, String length) {
        StringBuilder head = new StringBuilder();
        head.append(method).append(' ').append(base.getPath()).append(path).append(" HTTP/1.1\r\n");
        if (!headers.containsKey("Host")) {
            head.append("Host: ").append(base.getAuthority()).append("\r\n");
        }
        headers.forEach(
                (name, value) -> head.append(name).append(": ").append(value).append("\r\n"));
        if (type != null) {
            head.append("Content-Type: ").append(type).append("\r\n");
        }
        if (length != null) {
            head.append(length).append("\r\n");
        }
        return head.append("\r\n").toString().getBytes(StandardCharsets.UTF_8);
    }

    /** The next answer, to its end. */
    public WireAnswer answer() throws IOException {
        WireAnswer head = answerHead();
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        if ("chunked".equalsIgnoreCase(head.header("transfer-encoding"))) {
            byte[] chunk = readChunk();
            while (chunk.length > 0) {
                body.write(chunk);
                chunk = readChunk();
            }
        } else if (!head.header("content-length").isEmpty()) {
            body.write(readFully(Integer.parseInt(head.header("content-length"))));
        }
        return new WireAnswer(head.status(), head.headers(), body.toByteArray());
    }

    /** The head of the next answer; its body is read with {@link #readChunk}. */
    public WireAnswer answerHead() throws IOException {
        String status = readLine();
        Map<String, String> fields = new LinkedHashMap<>();
        String line = readLine();
        while (!line.isEmpty()) {
            int colon = line.indexOf(':');
            fields.put(
                    line.substring(0, colon).toLowerCase(Locale.ROOT),
                    line.substring(colon + 1).trim());
            line = readLine();
        }
        return new WireAnswer(Integer.parseInt(status.split(" ", 3)[1]), fields, new byte[0]);
    }

    /** The next chunk of an answer; empty at its end. The line end behind a chunk may come with the next one. */
    public byte[] readChunk() throws IOException {
        String size = readLine();
        if (size.isEmpty()) {
            size = readLine();
        }
        byte[] chunk = readFully(Integer.parseInt(size.split(";", 2)[0].trim(), 16));
        if (chunk.length == 0) {
            readLine();
        }
        return chunk;
    }

    private byte[] readFully(int length) throws IOException {
        byte[] bytes = in.readNBytes(length);
        if (bytes.length < length) {
            throw new EOFException("the connection ended");
        }
        return bytes;
    }

    private String readLine() throws IOException {
        StringBuilder line = new StringBuilder();
        int c = in.read();
        while (c != '\n') {
            if (c < 0) {
                throw new EOFException("the connection ended");
            }
            if (c != '\r') {
                line.append((char) c);
            }
            c = in.read();
        }
        return line.toString();
    }

    /** Whether the server closes the connection, now or in a moment. */
    public boolean isClosedByServer() throws IOException {
        try {
            return in.read() < 0;
        } catch (java.net.SocketException e) {
            return true;
        }
    }

    /** Nothing more is sent, though answers are still read. */
    public void shutdownOutput() throws IOException {
        socket.shutdownOutput();
    }

    /** Breaks the connection without goodbye. */
    public void reset() throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
