package org.banip.core.transcoding;

import java.util.Collections;
import java.util.List;
import org.banip.core.ban.SensorGroup;
import org.banip.core.transcoding.spi.Arguments;
import org.banip.core.transcoding.spi.Block;
import org.banip.core.transcoding.spi.BlockSink;
import org.banip.core.transcoding.spi.Decoder;
import org.banip.core.transcoding.spi.Encoder;
import org.banip.core.transcoding.spi.Parameter;
import org.banip.core.transcoding.spi.Transcoder;
import org.banip.core.transcoding.spi.TranscoderProvider;
import org.banip.core.transcoding.spi.TranscoderStatistics;

/** The simplest component: it passes blocks on unchanged. */
final class PlainProvider implements TranscoderProvider {
    @Override
    public String name() {
        return "plain";
    }

    @Override
    public String description() {
        return "nothing";
    }

    @Override
    public List<Parameter> parameters() {
        return Collections.emptyList();
    }

    @Override
    public Transcoder create(Arguments arguments) {
        return new Plain();
    }

    private record Plain() implements Transcoder {
        @Override
        public Encoder newEncoder(SensorGroup group) {
            return new PlainEncoder();
        }

        @Override
        public Decoder newDecoder(SensorGroup group) {
            return new PlainDecoder();
        }

        @Override
        public boolean yieldsSensorSets() {
            return true;
        }
    }

    private static final class PlainEncoder implements Encoder {
        @Override
        public void encode(Block block, BlockSink next) {
            next.accept(block);
        }

        @Override
        public TranscoderStatistics statistics() {
            return TranscoderStatistics.NONE;
        }
    }

    private static final class PlainDecoder implements Decoder {
        @Override
        public Block decode(Block block) {
            return block;
        }

        @Override
        public TranscoderStatistics statistics() {
            return TranscoderStatistics.NONE;
        }
    }
}
