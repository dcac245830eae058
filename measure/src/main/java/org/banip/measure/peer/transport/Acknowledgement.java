package org.banip.measure.peer.transport;

import java.nio.ByteBuffer;

/** A message with the number of stored packets, for peers without such a message: eight bytes for each group. */
public final class Acknowledgement {
    private Acknowledgement() {}

    /** The message. */
    public static byte[] encode(long[] next) {
        ByteBuffer out = ByteBuffer.allocate(next.length * Long.BYTES);
        for (long sequence : next) {
            out.putLong(sequence);
        }
        return out.array();
    }

    /** Applies the message to the queue. */
    public static void apply(ByteBuffer message, SendQueue queue) {
        for (int group = 0; message.remaining() >= Long.BYTES; group++) {
            queue.acknowledge(group, message.getLong());
        }
    }
}
