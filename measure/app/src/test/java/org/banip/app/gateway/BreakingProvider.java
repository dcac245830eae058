package org.banip.app.gateway;

import java.util.List;
import org.banip.core.ban.SensorGroup;
import org.banip.core.transcoding.spi.Arguments;
import org.banip.core.transcoding.spi.Decoder;
import org.banip.core.transcoding.spi.Encoder;
import org.banip.core.transcoding.spi.Parameter;
import org.banip.core.transcoding.spi.Transcoder;
import org.banip.core.transcoding.spi.TranscoderProvider;

/** A component of somebody else that fails, when it is read in a chain or when it is to decode. */
record BreakingProvider(String name, boolean failsAtOnce) implements TranscoderProvider {
    @Override
    public String description() {
        return "fails";
    }

    @Override
    public List<Parameter> parameters() {
        return List.of();
    }

    @Override
    public Transcoder create(Arguments arguments) {
        if (failsAtOnce) {
            throw new IllegalStateException("no component");
        }
        return new Transcoder() {
            @Override
            public Encoder newEncoder(SensorGroup group) {
                throw new IllegalStateException("no encoder");
            }

            @Override
            public Decoder newDecoder(SensorGroup group) {
                throw new IllegalStateException("no decoder");
            }
        };
    }
}
