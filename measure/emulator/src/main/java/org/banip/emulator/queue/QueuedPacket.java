package org.banip.emulator.queue;

/** An IP packet, or what stands for one, on an emulated link. Its holder owns the bytes. */
public final class QueuedPacket {
    private final byte[] data;
    private final int wireBytes;

    /** An IP packet, which takes as many bytes on the link as it has. */
    public QueuedPacket(byte[] data) {
        this(data, data.length);
    }

    /**
     * Something that counts as an IP packet of another size.
     *
     * @param data what is carried
     * @param wireBytes what it takes on the link
     */
    public QueuedPacket(byte[] data, int wireBytes) {
        this.data = data;
        this.wireBytes = wireBytes;
    }

    /** The bytes themselves, not a copy. */
    public byte[] data() {
        return data;
    }

    /** What it takes on the link, IP header included. */
    public int wireBytes() {
        return wireBytes;
    }
}
