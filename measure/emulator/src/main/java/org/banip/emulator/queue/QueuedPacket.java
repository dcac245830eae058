package org.banip.emulator.queue;

/** An IP packet on an emulated link, or data that count as one. The holder owns the bytes. */
public final class QueuedPacket {
    private final byte[] data;
    private final int wireBytes;

    /** An IP packet, which counts with its own size. */
    public QueuedPacket(byte[] data) {
        this(data, data.length);
    }

    /**
     * Data that count as an IP packet of another size.
     *
     * @param data what is carried
     * @param wireBytes size on the link
     */
    public QueuedPacket(byte[] data, int wireBytes) {
        this.data = data;
        this.wireBytes = wireBytes;
    }

    /** The bytes themselves, not a copy. */
    public byte[] data() {
        return data;
    }

    /** Size on the link, IP header included. */
    public int wireBytes() {
        return wireBytes;
    }
}
