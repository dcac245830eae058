package org.banip.mbu.testhost;

import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * A request as it came on the socket.
 *
 * @param connection number of the connection it came on
 * @param head request line and headers with their empty line
 * @param bytes all of it, chunk sizes included
 * @param chunks the sizes of its chunks
 */
@SuppressWarnings("ArrayRecordComponent") // nobody compares requests
public record SeenRequest(int connection, String head, byte[] bytes, List<Integer> chunks) {
    /** How long request line and headers are. */
    public int headLength() {
        return head.getBytes(StandardCharsets.ISO_8859_1).length;
    }

    /** Whether it was a data request. */
    public boolean isData() {
        return head.startsWith("POST ") && head.split(" ", 3)[1].endsWith("/data");
    }
}
