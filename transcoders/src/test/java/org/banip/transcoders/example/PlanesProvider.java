package org.banip.transcoders.example;

import java.util.Collections;
import java.util.List;
import org.banip.core.ban.SensorGroup;
import org.banip.core.transcoding.spi.Arguments;
import org.banip.core.transcoding.spi.Decoder;
import org.banip.core.transcoding.spi.Encoder;
import org.banip.core.transcoding.spi.Parameter;
import org.banip.core.transcoding.spi.Transcoder;
import org.banip.core.transcoding.spi.TranscoderProvider;

/** Makes {@code planes}: all first bytes of a packet's sensor sets, then all second ones, and so on. */
public final class PlanesProvider implements TranscoderProvider {
    @Override
    public String name() {
        return "planes";
    }

    @Override
    public String description() {
        return "puts bytes of equal place in their sensor sets together";
    }

    @Override
    public List<Parameter> parameters() {
        return Collections.emptyList();
    }

    @Override
    public Transcoder create(Arguments arguments) {
        return new Planes();
    }

    private record Planes() implements Transcoder {
        @Override
        public Encoder newEncoder(SensorGroup group) {
            return new PlanesEncoder(group);
        }

        @Override
        public Decoder newDecoder(SensorGroup group) {
            return new PlanesDecoder(group);
        }

        @Override
        public boolean takesSensorSets() {
            return true;
        }
    }
}
