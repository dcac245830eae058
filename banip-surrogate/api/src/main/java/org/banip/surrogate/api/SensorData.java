package org.banip.surrogate.api;

import org.banip.core.ban.Channel;
import org.banip.core.ban.SampleLayout;
import org.banip.core.ban.SensorGroup;
import org.banip.core.packet.PacketHeader;

/** The decoded sensor sets of one packet. Immutable: it holds a copy of its own, shared by all subscribers. */
public final class SensorData {
    private final SurrogateDescription surrogate;
    private final PacketHeader header;
    private final SampleLayout layout;
    private final byte[] bytes;
    private final long receivedNanos;

    /**
     * Sensor sets of a packet.
     *
     * @param layout of the packet's group
     * @param bytes the sensor sets; the caller gives the array away
     * @param receivedNanos when the packet came, nanoseconds since the epoch; 0 if it was read from the store, which does not tell
     */
    public SensorData(
            SurrogateDescription surrogate,
            PacketHeader header,
            SampleLayout layout,
            byte[] bytes,
            long receivedNanos) {
        this.surrogate = surrogate;
        this.header = header;
        this.layout = layout;
        this.bytes = bytes;
        this.receivedNanos = receivedNanos;
    }

    /** Whose they are. */
    public SurrogateDescription surrogate() {
        return surrogate;
    }

    /** The packet's place: group, sequence number, sampling grid, first unit and unit count. */
    public PacketHeader header() {
        return header;
    }

    /** The group they belong to, with channels, units and frequency. */
    public SensorGroup group() {
        return surrogate.ban().groups().get(header.group());
    }

    /** How many sensor sets there are. */
    public int unitCount() {
        return header.unitCount();
    }

    /** When a unit was sampled, or when an event happened, nanoseconds since the epoch; units count from 0 here. */
    public long instantNanos(int unit) {
        return layout.instantNanos(bytes, unit * layout.setBytes(), header.originNanos(), header.firstUnit() + unit);
    }

    /** The text of an event; empty if it has none, and in sampled groups. */
    public String text(int unit) {
        return layout.text(bytes, unit * layout.setBytes());
    }

    /** When the packet came, nanoseconds since the epoch by the host's clock; 0 if it was read from the store. */
    public long receivedNanos() {
        return receivedNanos;
    }

    /** The digital value of a channel in a unit, both counted from 0 here. */
    public int sample(int unit, int channel) {
        return layout.read(bytes, unit * layout.setBytes(), channel);
    }

    /** The same in the channel's physical unit. */
    public double physical(int unit, int channel) {
        Channel of = group().channels().get(channel);
        return of.toPhysical(sample(unit, channel));
    }

    /** Bytes of all sensor sets. */
    public int length() {
        return bytes.length;
    }

    /** Copies the sensor sets, {@link #length} bytes, to this place of an array. */
    public void copyTo(byte[] target, int at) {
        System.arraycopy(bytes, 0, target, at, bytes.length);
    }

    /** A copy of the sensor sets, as the sensor produced them. */
    public byte[] toByteArray() {
        return bytes.clone();
    }
}
