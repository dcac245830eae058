package org.banip.core.transcoding.spi;

import java.time.Duration;
import java.util.function.Supplier;
import org.banip.core.ban.SensorGroup;

/** A configured component: makes one encoder or decoder per sensor group. Immutable, any thread. */
public interface Transcoder {
    /** Most bytes by which a component may make a block longer; what cannot be made shorter is handed on as it is. */
    int MAX_GROWTH = 8;

    /** The encoder half for one group. */
    Encoder newEncoder(SensorGroup group);

    /**
     * The encoder half for one group, which may read the newest conditions of the link whenever it encodes: no lock, no allocation. Decoders
     * know nothing of them, so what an encoder decides by them must be in the payload.
     */
    default Encoder newEncoder(SensorGroup group, Supplier<LinkConditions> link) {
        return newEncoder(group);
    }

    /** The decoder half for one group. */
    Decoder newDecoder(SensorGroup group);

    /**
     * About how many bytes of memory, on the heap or outside, a decoder of this group may hold from packet to packet. It is known from the
     * description alone, so that a host can count it before the first packet comes. Room for one packet is not counted: it is bounded by
     * {@link Block#limit}. Zero for a component without state.
     */
    default long decoderBytes(SensorGroup group) {
        return 0;
    }

    /**
     * How long, in signal time, state may run from packet to packet before a key packet restarts it; zero for a component
     * whose packets each decode alone.
     */
    default Duration keyInterval() {
        return Duration.ZERO;
    }

    /**
     * Whether its encoders read samples, so that what comes in must be whole sensor sets. The chain then allows only
     * components before it that {@linkplain #yieldsSensorSets() leave sensor sets as such}.
     */
    default boolean takesSensorSets() {
        return false;
    }

    /** Whether what its encoders hand on is again whole sensor sets in the group's layout, {@code unitCount} of them. */
    default boolean yieldsSensorSets() {
        return false;
    }
}
