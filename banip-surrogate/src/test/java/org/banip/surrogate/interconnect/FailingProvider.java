package org.banip.surrogate.interconnect;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.Semaphore;
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

/**
 * A component with state whose decoder has a bug: it fails at a block of three bytes, and with an Error at one of five or six. At a long block it
 * waits for a permit of the test. Other blocks pass unchanged.
 */
final class FailingProvider implements TranscoderProvider {
    /** Length of a block whose decoding misses a class. */
    static final int MISSES_A_CLASS = 5;
    /** Length of a block for which there is no memory. */
    static final int NO_MEMORY = 6;

    private final Semaphore slow;
    private final int longBytes;

    /** No block takes long. */
    FailingProvider() {
        this(new Semaphore(0), Integer.MAX_VALUE);
    }

    /** A block of this length, or a longer one, takes one permit. */
    FailingProvider(Semaphore slow, int longBytes) {
        this.slow = slow;
        this.longBytes = longBytes;
    }

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
                return new FailingDecoder(slow, longBytes);
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
        private final Semaphore slow;
        private final int longBytes;

        FailingDecoder(Semaphore slow, int longBytes) {
            this.slow = slow;
            this.longBytes = longBytes;
        }

        @Override
        public Block decode(Block block) {
            if (block.length() == 3) {
                throw new IllegalStateException("a bug on purpose");
            }
            if (block.length() == MISSES_A_CLASS) {
                throw new NoClassDefFoundError("a class missing on purpose");
            }
            if (block.length() == NO_MEMORY) {
                throw new OutOfMemoryError("no memory on purpose");
            }
            if (block.length() >= longBytes) {
                awaitSlow();
            }
            return block;
        }

        private void awaitSlow() {
            try {
                slow.acquire();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public TranscoderStatistics statistics() {
            return tally.statistics();
        }
    }
}
