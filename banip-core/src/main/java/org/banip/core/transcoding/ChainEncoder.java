package org.banip.core.transcoding;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.banip.core.ban.SensorGroup;
import org.banip.core.transcoding.spi.Block;
import org.banip.core.transcoding.spi.BlockSink;
import org.banip.core.transcoding.spi.Encoder;
import org.banip.core.transcoding.spi.Transcoder;
import org.banip.core.transcoding.spi.TranscoderStatistics;

/**
 * The encoder half of a chain for one group: sensor sets in, payloads out. One thread at a time.
 *
 * <p>It alone decides where key packets are: the first, one per key interval of signal time, after a re-set of the sampling
 * grid, and when {@link #restart()} asks. In a chain without state every packet is a key packet.
 */
public final class ChainEncoder {
    private final SensorGroup group;
    private final List<Encoder> encoders = new ArrayList<>();
    private final BlockSink[] stages;
    private final int firstStateful;
    private final long keyIntervalNanos;

    private BlockSink packets = block -> {};
    private boolean keyDue = true;
    private long keyOriginNanos;
    private long keyNanos;

    ChainEncoder(TranscodingChain chain, SensorGroup group) {
        this.group = group;
        keyIntervalNanos = chain.keyInterval().toNanos();
        int stateful = chain.components().size();
        for (int i = 0; i < chain.components().size(); i++) {
            Transcoder component = chain.components().get(i);
            encoders.add(component.newEncoder(group));
            if (!component.keyInterval().isZero()) {
                stateful = Math.min(stateful, i);
            }
        }
        firstStateful = stateful;
        stages = new BlockSink[encoders.size() + 1];
        boolean stateless = firstStateful == encoders.size();
        stages[encoders.size()] = block -> {
            block.key(stateless || block.key());
            packets.accept(block);
        };
        for (int i = encoders.size() - 1; i >= 0; i--) {
            stages[i] = stage(i);
        }
    }

    private BlockSink stage(int index) {
        Encoder encoder = encoders.get(index);
        BlockSink next = stages[index + 1];
        if (index != firstStateful) {
            return block -> encoder.encode(block, next);
        }
        return block -> {
            block.key(takeKey(block));
            encoder.encode(block, next);
        };
    }

    private boolean takeKey(Block block) {
        long nanos = group.frequency().nanosOfUnit(block.firstUnit());
        boolean key = keyDue || block.originNanos() != keyOriginNanos || nanos - keyNanos >= keyIntervalNanos;
        if (key) {
            keyDue = false;
            keyOriginNanos = block.originNanos();
            keyNanos = nanos;
        }
        return key;
    }

    /** Takes one or more consecutive sensor sets; hands each payload that is ready to {@code sink}. */
    public void encode(Block sets, BlockSink sink) {
        packets = sink;
        stages[0].accept(sets);
    }

    /** Hands on whatever is held back. */
    public void flush(BlockSink sink) {
        packets = sink;
        for (int i = 0; i < encoders.size(); i++) {
            encoders.get(i).flush(stages[i + 1]);
        }
    }

    /** The sampling-clock instant (nanoseconds since the epoch) at which {@link #flush} is due; {@link Encoder#NO_FLUSH} if nothing waits. */
    public long flushDueNanos() {
        long due = Encoder.NO_FLUSH;
        for (int i = 0; i < encoders.size(); i++) {
            due = Math.min(due, encoders.get(i).flushDueNanos());
        }
        return due;
    }

    /** Makes the next packet a key packet. */
    public void restart() {
        keyDue = true;
    }

    /** What passed through each component, first first. */
    public List<TranscoderStatistics> statistics() {
        List<TranscoderStatistics> all = new ArrayList<>();
        for (Encoder encoder : encoders) {
            all.add(encoder.statistics());
        }
        return Collections.unmodifiableList(all);
    }
}
