package org.banip.surrogate.interconnect;

import java.util.List;
import java.util.Optional;
import org.banip.core.ban.SampleLayout;
import org.banip.core.ban.SensorGroup;
import org.banip.core.ban.ServiceClass;
import org.banip.core.packet.Gap;
import org.banip.core.packet.Packet;
import org.banip.core.packet.PacketHeader;
import org.banip.core.packet.Sequenced;
import org.banip.core.transcoding.TranscodingChain;
import org.banip.surrogate.api.GroupStatistics;
import org.banip.surrogate.api.GroupStop;
import org.jspecify.annotations.Nullable;

/**
 * What the host keeps of one sensor group: the order of its items, its decoder, its counters. Owned by the interconnect's serial executor, except
 * for the decoder: it belongs to the thread that {@linkplain #own owns} it, which decodes outside the executor.
 */
final class GroupReception {
    private final SensorGroup group;
    private final TranscodingChain chain;
    private final SampleLayout layout;
    private final ReorderBuffer order;
    private final GroupDecoder decoder;

    /** Length of the longest packet that the decoders had or will get. */
    private int longest;
    /** What their buffers take for it. */
    private long bufferBytes;

    private boolean busy;
    private boolean closing;
    private boolean outOfStep;
    /** All before it went to the live subscribers; what the store lost and comes again does not go twice. */
    private long liveNext;

    private long packets;
    private long gaps;
    private long units;
    private long payloadBytes;
    private long sensorBytes;
    private long latencyNanos;
    /** Whether the last item that was accepted says that the group is retired. */
    private boolean retired;
    /** The last command that stopped the group. Written by the executor, and before it begins; read by any thread. */
    private volatile @Nullable GroupStop stop;

    GroupReception(SensorGroup group, TranscodingChain chain, int windowSize, DecoderReplay.Restored restored) {
        this.group = group;
        this.chain = chain;
        layout = new SampleLayout(group);
        order = new ReorderBuffer(windowSize, group.setBytes(), restored.next(), restored.last());
        decoder = new GroupDecoder(order, restored);
        liveNext = restored.next();
        countBuffers(restored.longest());
        retired = retirement().isPresent();
    }

    SensorGroup group() {
        return group;
    }

    boolean isAlarm() {
        return group.serviceClass() == ServiceClass.ALARM;
    }

    TranscodingChain chain() {
        return chain;
    }

    SampleLayout layout() {
        return layout;
    }

    ReorderBuffer order() {
        return order;
    }

    GroupDecoder decoder() {
        return decoder;
    }

    /** Bytes of a packet's sensor sets, or of its payload, whichever is longer; the packet fits its group. */
    int lengthOf(Packet packet) {
        return lengthOf(packet, group);
    }

    static int lengthOf(Packet packet, SensorGroup group) {
        return Math.max(packet.header().unitCount() * group.setBytes(), packet.payload().length);
    }

    /** The longest packet that the decoders have buffers for. */
    int longest() {
        return longest;
    }

    /** Takes note that a packet of this length will be decoded. */
    void countBuffers(int length) {
        if (length > longest) {
            longest = length;
            bufferBytes = chain.packetBytes(group, length);
        }
    }

    /** What the decoders take for the longest packet. */
    long bufferBytes() {
        return bufferBytes;
    }

    /** Whether its owner should begin to decode: something waits, nobody is at it, and the decoder is in step. */
    boolean ready() {
        return !busy && !outOfStep && order.waits();
    }

    /** Whether some thread decodes it now. */
    boolean busy() {
        return busy;
    }

    /** From here on the calling thread owns the decoder, until {@link #release}. */
    void own() {
        busy = true;
    }

    /** The decoder has no owner any more; closed meanwhile, it is closed now. */
    void release() {
        busy = false;
        if (closing) {
            decoder.close();
        }
    }

    /**
     * Counts what was decoded and is on its way into the store.
     *
     * @param length bytes of its sensor sets
     */
    void accepted(Arrival arrival, int length) {
        order.settled(arrival);
        if (arrival.item() instanceof Packet packet) {
            packets++;
            units += packet.header().unitCount();
            payloadBytes += packet.payload().length;
            sensorBytes += length;
            latencyNanos = arrival.receivedNanos() - lastInstant(packet.header());
            if (retired) { // it is back
                stop = null;
                retired = false;
            }
        } else if (((Gap) arrival.item()).isRetirement()) {
            retired = true;
        } else {
            gaps++;
        }
    }

    /** Asked once for each accepted item: whether live subscribers have not yet got it. */
    boolean isNewToSubscribers(long nextSequence) {
        boolean first = nextSequence > liveNext;
        liveNext = Math.max(liveNext, nextSequence);
        return first;
    }

    /** The last item, if that says that the group is retired. Any thread. */
    Optional<Gap> retirement() {
        return decoder.last() instanceof Gap gap && gap.isRetirement() ? Optional.of(gap) : Optional.empty();
    }

    /** The sequence number of the retirement by a command that has just stopped the group, or that it may have if it has not come. */
    long firstOfStop() {
        return retirement().map(Gap::sequence).orElse(order.next());
    }

    /** A command has stopped the group; its retirement may have come, or come later. */
    void stopped(GroupStop by) {
        stop = by;
    }

    private long lastInstant(PacketHeader header) {
        return group.frequency().instantNanos(header.originNanos(), header.firstUnit() + header.unitCount() - 1);
    }

    /**
     * An item did not decode: it is expected again. If its chain has state, it needs {@link #restored} before anything else.
     *
     * @param undecodable what did not decode
     * @param behind what was taken to be decoded behind it
     */
    void refuse(Arrival undecodable, List<Arrival> behind) {
        Sequenced before = decoder.last();
        decoder.refused(undecodable.item().sequence());
        order.refuse(undecodable, behind, before, chain.stateful());
        outOfStep = chain.stateful();
    }

    /** Whether its decoder must first be brought in step with the record. The record must reach {@link GroupDecoder#refused} before that. */
    boolean outOfStep() {
        return outOfStep;
    }

    /** Replaces the decoder by one that was restored from the record. The record ends where the window begins. */
    void restored(DecoderReplay.Restored restored) {
        decoder.restored(restored);
        // What waits was counted with the buffers of the decoder before.
        countBuffers(restored.longest());
        outOfStep = false;
    }

    /** Starts again where the record ends, and drops everything that waits. */
    void restarted(DecoderReplay.Restored restored) {
        restored(restored);
        order.clearWaiting();
        if (order.next() != restored.next()) {
            order.expect(restored.next(), restored.last());
        }
    }

    void close() {
        closing = true;
        order.dropWaiting(List.of());
        order.dropEarly();
        if (!busy) {
            decoder.close();
        }
    }

    GroupStatistics statistics(long durableNext) {
        boolean away = retirement().isPresent();
        return new GroupStatistics(
                chain.toString(),
                packets,
                gaps,
                order.duplicates(),
                units,
                payloadBytes,
                sensorBytes,
                order.early(),
                durableNext,
                order.next(),
                latencyNanos,
                away,
                away ? Optional.ofNullable(stop) : Optional.empty());
    }
}
