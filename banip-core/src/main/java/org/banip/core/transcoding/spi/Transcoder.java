package org.banip.core.transcoding.spi;

import java.time.Duration;
import org.banip.core.ban.SensorGroup;

/** A configured component: makes one encoder or decoder per sensor group. Immutable, any thread. */
public interface Transcoder {
    /** The encoder half for one group. */
    Encoder newEncoder(SensorGroup group);

    /** The decoder half for one group. */
    Decoder newDecoder(SensorGroup group);

    /**
     * How long, in signal time, state may run from packet to packet before a key packet restarts it; zero for a component
     * whose packets each decode alone.
     */
    default Duration keyInterval() {
        return Duration.ZERO;
    }
}
