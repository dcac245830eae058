package org.banip.surrogate.interconnect;

import java.time.Duration;
import java.util.List;
import org.banip.core.ban.SensorGroup;
import org.banip.core.transcoding.spi.Arguments;
import org.banip.core.transcoding.spi.Block;
import org.banip.core.transcoding.spi.Decoder;
import org.banip.core.transcoding.spi.Encoder;
import org.banip.core.transcoding.spi.Parameter;
import org.banip.core.transcoding.spi.Tally;
import org.banip.core.transcoding.spi.Transcoder;
import org.banip.core.transcoding.spi.TranscoderProvider;
import org.banip.core.transcoding.spi.TranscoderStatistics;

/** A component with state whose decoder has a bug: it fails at a block of three bytes. Others it hands on as they are. */
final class FailingProvider implements TranscoderProvider {
    @Override
    public String name() {
        return "failing";
    }

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
        return new Transcoder() {
            @Override
            public Encoder newEncoder(SensorGroup group) {
                throw new UnsupportedOperationException();
            }

            @Override
            public Decoder newDecoder(SensorGroup group) {
                return new FailingDecoder();
            }

            @Override
            public Duration keyInterval() {
                return Duration.ofSeconds(1);
            }

            @Override
            public String toString() {
                return "failing";
            }
        };
    }

    private static final class FailingDecoder implements Decoder {
        private final Tally tally = new Tally();

        @Override
        public Block decode(Block block) {
            if (block.length() == 3) {
                throw new IllegalStateException("a bug on purpose");
            }
            return block;
        }

        @Override
        public TranscoderStatistics statistics() {
            return tally.statistics();
        }
    }
}
