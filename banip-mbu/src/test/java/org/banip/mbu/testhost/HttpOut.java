package org.banip.mbu.testhost;

import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import org.banip.core.error.BanipException;
import org.banip.core.interconnect.ContentDigest;
import org.banip.core.interconnect.ErrorAnswer;
import org.banip.core.interconnect.Protocol;

/** Writes the answers of one connection. */
final class HttpOut implements DuplexAnswer.Out {
    private final Socket socket;

    HttpOut(Socket socket) {
        this.socket = socket;
    }

    /** Whether the other side has closed the connection. */
    boolean otherSideClosed() throws IOException {
        socket.setSoTimeout(2);
        try {
            return socket.getInputStream().read() < 0;
        } catch (SocketTimeoutException e) {
            return false;
        }
    }

    void refuse(BanipException e) throws IOException {
        byte[] document = ErrorAnswer.of(e).toJson().getBytes(StandardCharsets.UTF_8);
        write(head(
                e.code().httpStatus() + " No",
                "Content-Type: " + Protocol.JSON_TYPE,
                ContentDigest.HEADER + ": " + ContentDigest.of(document),
                "Connection: close",
                "Content-Length: " + document.length));
        write(document);
        linger();
    }

    /** Waits until the peer, which may still write, has read the answer and closed. A close with unread bytes would reset the connection. */
    void linger() throws IOException {
        socket.shutdownOutput();
        byte[] rest = new byte[4096];
        int count = socket.getInputStream().read(rest);
        while (count >= 0) {
            count = socket.getInputStream().read(rest);
        }
    }

    static byte[] head(String status, String... headers) {
        StringBuilder head = new StringBuilder("HTTP/1.1 " + status + "\r\n");
        for (String header : headers) {
            head.append(header).append("\r\n");
        }
        return head.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1);
    }

    void writeChunk(byte[] bytes) throws IOException {
        write(chunk(bytes));
    }

    static byte[] chunk(byte[] bytes) {
        byte[] size = (Integer.toHexString(bytes.length) + "\r\n").getBytes(StandardCharsets.ISO_8859_1);
        byte[] chunk = new byte[size.length + bytes.length + 2];
        System.arraycopy(size, 0, chunk, 0, size.length);
        System.arraycopy(bytes, 0, chunk, size.length, bytes.length);
        chunk[chunk.length - 2] = '\r';
        chunk[chunk.length - 1] = '\n';
        return chunk;
    }

    @Override
    public void write(byte[] bytes) throws IOException {
        OutputStream out = socket.getOutputStream();
        out.write(bytes);
        out.flush();
    }
}
