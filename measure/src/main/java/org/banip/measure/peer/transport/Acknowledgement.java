package org.banip.measure.peer.transport;

import java.nio.ByteBuffer;

/** A message that says up to where packets are stored, for peers that have none of their own: eight bytes a group. */
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

    /** Acknowledges what the message says. */
    public static void apply(ByteBuffer message, SendQueue queue) {
        for (int group = 0; message.remaining() >= Long.BYTES; group++) {
            queue.acknowledge(group, message.getLong());
        }
    }
}
