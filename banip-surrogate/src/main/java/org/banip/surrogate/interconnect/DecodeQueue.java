package org.banip.surrogate.interconnect;

import java.util.ArrayDeque;
import java.util.List;
import org.banip.core.packet.Packet;

/** The items of one group that are in order but not yet in the store, and how many bytes they are. Owned by the interconnect's serial executor. */
final class DecodeQueue {
    private final int setBytes;
    private final ArrayDeque<Arrival> waiting = new ArrayDeque<>();
    private long bytes;
    private long decodedBytes;

    /** An empty queue of a group whose sensor sets have {@code setBytes} bytes each. */
    DecodeQueue(int setBytes) {
        this.setBytes = setBytes;
    }

    boolean isEmpty() {
        return waiting.isEmpty();
    }

    /** Bytes of payload that wait to be decoded or are being decoded. */
    long bytes() {
        return bytes;
    }

    /** Bytes of sensor sets to which these payloads decode. */
    long decodedBytes() {
        return decodedBytes;
    }

    void add(Arrival arrival) {
        waiting.add(arrival);
        bytes += arrival.payloadBytes();
        decodedBytes += decodedBytes(arrival);
    }

    /** Takes all waiting arrivals, in order. Each one counts until it is {@linkplain #settled settled}. */
    void takeAll(List<Arrival> into) {
        into.addAll(waiting);
        waiting.clear();
    }

    /** Puts taken arrivals back in front of all others. */
    void putBack(List<Arrival> arrivals) {
        for (int i = arrivals.size() - 1; i >= 0; i--) {
            waiting.addFirst(arrivals.get(i));
        }
    }

    /** A taken arrival is decoded, or is dropped: it counts no longer. */
    void settled(Arrival arrival) {
        bytes -= arrival.payloadBytes();
        decodedBytes -= decodedBytes(arrival);
    }

    /** Drops all arrivals, waiting or taken. */
    void clear() {
        waiting.clear();
        bytes = 0;
        decodedBytes = 0;
    }

    private long decodedBytes(Arrival arrival) {
        return arrival.item() instanceof Packet packet ? (long) packet.header().unitCount() * setBytes : 0;
    }
}
