package org.banip.mbu.send;

import java.util.List;
import org.banip.core.ban.SensorGroup;
import org.banip.core.transcoding.ChainEncoder;
import org.banip.core.transcoding.Transcoders;
import org.banip.core.transcoding.TranscodingChain;
import org.banip.core.transcoding.spi.Arguments;
import org.banip.core.transcoding.spi.Block;
import org.banip.core.transcoding.spi.BlockSink;
import org.banip.core.transcoding.spi.Decoder;
import org.banip.core.transcoding.spi.Encoder;
import org.banip.core.transcoding.spi.Parameter;
import org.banip.core.transcoding.spi.Transcoder;
import org.banip.core.transcoding.spi.TranscoderProvider;
import org.banip.core.transcoding.spi.TranscoderStatistics;

/** A component that passes blocks on, and counts its encoders that are not closed. */
final class CountedTranscoder implements TranscoderProvider {
    private int open;

    /** Encoders that are not closed. */
    int open() {
        return open;
    }

    /** A chain of this component alone. */
    ChainEncoder encoder(SensorGroup group) {
        return TranscodingChain.parse(name(), new Transcoders(List.of(this))).newEncoder(group);
    }

    @Override
    public String name() {
        return "counted";
    }

    @Override
    public String description() {
        return "passes blocks on";
    }

    @Override
    public List<Parameter> parameters() {
        return List.of();
    }

    @Override
    public Transcoder create(Arguments arguments) {
        return new Transcoder() {
            @Override
            public Encoder newEncoder(SensorGroup group) {
                open++;
                return new Passing();
            }

            @Override
            public Decoder newDecoder(SensorGroup group) {
                throw new UnsupportedOperationException("this test decodes nothing");
            }
        };
    }

    private final class Passing implements Encoder {
        @Override
        public void encode(Block block, BlockSink next) {
            next.accept(block);
        }

        @Override
        public TranscoderStatistics statistics() {
            throw new UnsupportedOperationException("this test asks for none");
        }

        @Override
        public void close() {
            open--;
        }
    }
}
