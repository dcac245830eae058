package org.banip.core.transcoding;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.banip.core.ban.SensorGroup;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.transcoding.spi.Arguments;
import org.banip.core.transcoding.spi.Block;
import org.banip.core.transcoding.spi.BlockSink;
import org.banip.core.transcoding.spi.Decoder;
import org.banip.core.transcoding.spi.Encoder;
import org.banip.core.transcoding.spi.Parameter;
import org.banip.core.transcoding.spi.Tally;
import org.banip.core.transcoding.spi.Transcoder;
import org.banip.core.transcoding.spi.TranscoderProvider;
import org.banip.core.transcoding.spi.TranscoderStatistics;

/**
 * The simplest component with state. Each byte becomes its difference from the byte before, across packets, since the last key packet. An input
 * byte of 0x7f cannot be decoded. At an input byte of 0x7e the decoder fails.
 */
final class RunningProvider implements TranscoderProvider {
    private static final Parameter KEY = Parameter.duration(
            "key", Duration.ofSeconds(10), Duration.ofSeconds(1), Duration.ofMinutes(1), "key interval");
    private static final Parameter WRAP = Parameter.word("wrap", "nothing but a word", "yes", "no");

    @Override
    public String name() {
        return "running";
    }

    @Override
    public String description() {
        return "differences";
    }

    @Override
    public List<Parameter> parameters() {
        return Arrays.asList(KEY, WRAP);
    }

    @Override
    public Transcoder create(Arguments arguments) {
        return new Running(arguments.duration(KEY.name()));
    }

    private record Running(Duration keyInterval) implements Transcoder {
        @Override
        public Encoder newEncoder(SensorGroup group) {
            return new Differences();
        }

        @Override
        public Decoder newDecoder(SensorGroup group) {
            return new Sums();
        }

        @Override
        public boolean takesSensorSets() {
            return true;
        }
    }

    private static final class Differences implements Encoder {
        private final Block out = new Block(16);
        private final Tally tally = new Tally();
        private byte previous;

        @Override
        public void encode(Block block, BlockSink next) {
            tally.in(block);
            previous = block.key() ? 0 : previous;
            out.describeAs(block);
            out.length(0);
            out.append(block.bytes(), 0, block.length());
            for (int i = 0; i < out.length(); i++) {
                out.bytes()[i] -= previous;
                previous = block.bytes()[i];
            }
            tally.out(out);
            next.accept(out);
        }

        @Override
        public TranscoderStatistics statistics() {
            return tally.statistics();
        }
    }

    private static final class Sums implements Decoder {
        private final Block out = new Block(16);
        private final Tally tally = new Tally();
        private byte previous;

        @Override
        public Block decode(Block block) {
            previous = block.key() ? 0 : previous;
            out.describeAs(block);
            out.length(0);
            out.append(block.bytes(), 0, block.length());
            for (int i = 0; i < out.length(); i++) {
                if (out.bytes()[i] == 0x7f) {
                    throw new BanipException(ErrorCode.UNDECODABLE_PACKET, "running: byte " + i + " is 7f");
                }
                if (out.bytes()[i] == 0x7e) {
                    throw new ArrayIndexOutOfBoundsException("a bug");
                }
                out.bytes()[i] += previous;
                previous = out.bytes()[i];
            }
            tally.in(block);
            tally.out(out);
            return out;
        }

        @Override
        public TranscoderStatistics statistics() {
            return tally.statistics();
        }
    }
}
