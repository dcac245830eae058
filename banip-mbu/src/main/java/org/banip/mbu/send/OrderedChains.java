package org.banip.mbu.send;

import java.util.HashMap;
import java.util.Map;
import org.banip.core.transcoding.ChainEncoder;

/**
 * Encoders that take the places of those of their groups at the next packet. Any thread puts one in; the encoding thread alone takes them out, and
 * closes this at its end. An encoder that nobody takes is closed here.
 */
final class OrderedChains implements AutoCloseable {
    private static final int[] NONE = {};

    /** By group. Guarded by this. */
    private final Map<Integer, ChainEncoder> encoders = new HashMap<>();

    private boolean closed;

    /**
     * The encoder of a group from its next packet on, in place of one that waits.
     *
     * @throws IllegalStateException if this is closed; the encoder is closed then
     */
    synchronized void put(int group, ChainEncoder encoder) {
        if (closed) {
            encoder.close();
            throw new IllegalStateException("the session ends, nothing more is encoded");
        }
        ChainEncoder unused = encoders.put(group, encoder);
        if (unused != null) {
            unused.close();
        }
    }

    /** The groups for which an encoder waits. */
    synchronized int[] groups() {
        return encoders.isEmpty()
                ? NONE
                : encoders.keySet().stream().mapToInt(Integer::intValue).toArray();
    }

    /** Removes the encoder that waits for a group; the caller closes it. */
    synchronized ChainEncoder take(int group) {
        ChainEncoder encoder = encoders.remove(group);
        if (encoder == null) {
            throw new IllegalStateException("no encoder waits for group " + group);
        }
        return encoder;
    }

    @Override
    public synchronized void close() {
        closed = true;
        encoders.values().forEach(ChainEncoder::close);
        encoders.clear();
    }
}
