package org.banip.mbu.testhost;

import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * A request as it was read from the socket.
 *
 * @param connection number of its connection
 * @param head request line and headers with their empty line
 * @param bytes all bytes, chunk sizes included
 * @param chunks the sizes of its chunks
 */
@SuppressWarnings("ArrayRecordComponent") // requests are never compared
public record SeenRequest(int connection, String head, byte[] bytes, List<Integer> chunks) {
    /** The length of request line and headers. */
    public int headLength() {
        return head.getBytes(StandardCharsets.ISO_8859_1).length;
    }

    /** Whether it was a data request. */
    public boolean isData() {
        String path = head.split(" ", 3)[1];
        return head.startsWith("POST ") && (path.endsWith("/data") || path.endsWith("/duplex"));
    }
}
