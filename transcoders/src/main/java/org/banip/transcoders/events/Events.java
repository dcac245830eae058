package org.banip.transcoders.events;

import org.banip.core.ban.SensorGroup;
import org.banip.core.transcoding.spi.Decoder;
import org.banip.core.transcoding.spi.Encoder;
import org.banip.core.transcoding.spi.Transcoder;

/** Codes the units of a group of events; each packet decodes alone. */
public record Events() implements Transcoder {
    /** First byte of a payload whose rest is the units as they are. */
    static final int STORED = 0xff;

    /** The largest power of ten that divides instants: seconds. */
    static final int MAX_POWER = 9;

    @Override
    public Encoder newEncoder(SensorGroup group) {
        return new EventsEncoder(group);
    }

    @Override
    public Decoder newDecoder(SensorGroup group) {
        return new EventsDecoder(group);
    }

    @Override
    public boolean takesSensorSets() {
        return true;
    }

    @Override
    public boolean takesEvents() {
        return true;
    }

    /** Ten to this power. */
    static long powerOfTen(int power) {
        long result = 1;
        for (int i = 0; i < power; i++) {
            result *= 10;
        }
        return result;
    }
}
