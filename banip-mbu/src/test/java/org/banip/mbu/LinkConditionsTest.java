package org.banip.mbu;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import org.banip.core.ban.SensorGroup;
import org.banip.core.transcoding.Transcoders;
import org.banip.core.transcoding.spi.Arguments;
import org.banip.core.transcoding.spi.Block;
import org.banip.core.transcoding.spi.BlockSink;
import org.banip.core.transcoding.spi.Decoder;
import org.banip.core.transcoding.spi.Encoder;
import org.banip.core.transcoding.spi.LinkConditions;
import org.banip.core.transcoding.spi.Parameter;
import org.banip.core.transcoding.spi.Transcoder;
import org.banip.core.transcoding.spi.TranscoderProvider;
import org.banip.core.transcoding.spi.TranscoderStatistics;
import org.banip.mbu.spi.SensorInput;
import org.junit.jupiter.api.Test;

/** The conditions of the link that an encoder reads through the transcoding SPI. The status has the same values. */
class LinkConditionsTest extends MbuFixture {
    private static final SensorGroup ECG = TestSensor.ecg();

    private final List<LinkConditions> seen = new CopyOnWriteArrayList<>();

    @Override
    String uplink() {
        return "chunked";
    }

    /** Deflate that records the conditions of the link at each block. */
    private final class Observing implements TranscoderProvider {
        private final TranscoderProvider deflate = Transcoders.installed().provider("deflate");

        @Override
        public String name() {
            return deflate.name();
        }

        @Override
        public String description() {
            return deflate.description();
        }

        @Override
        public List<Parameter> parameters() {
            return deflate.parameters();
        }

        @Override
        public Transcoder create(Arguments arguments) {
            Transcoder inner = deflate.create(arguments);
            return new Transcoder() {
                @Override
                public Encoder newEncoder(SensorGroup group) {
                    throw new IllegalStateException("the MBU hands on no conditions");
                }

                @Override
                public Encoder newEncoder(SensorGroup group, Supplier<LinkConditions> link) {
                    return observing(inner.newEncoder(group), link);
                }

                @Override
                public Decoder newDecoder(SensorGroup group) {
                    return inner.newDecoder(group);
                }

                @Override
                public Duration keyInterval() {
                    return inner.keyInterval();
                }
            };
        }

        private Encoder observing(Encoder inner, Supplier<LinkConditions> link) {
            return new Encoder() {
                @Override
                public void encode(Block block, BlockSink next) {
                    seen.add(link.get());
                    inner.encode(block, next);
                }

                @Override
                public TranscoderStatistics statistics() {
                    return inner.statistics();
                }

                @Override
                public void close() {
                    inner.close();
                }
            };
        }
    }

    @Test
    void encoderSeesTheBacklogGrowAndShrink() throws Exception {
        Transcoders known =
                new Transcoders(List.of(new Observing(), Transcoders.installed().provider("packetizer")));
        host.stop();
        try (MobileBaseUnit mbu = builder()
                .input(ECG)
                .transcoders(known)
                .chain("packetizer(units=10,hold=0)|deflate")
                .start()) {
            SensorInput input = mbu.input("ecg");
            offer(input, 0, 1000);
            soon("all of it is in the spool")
                    .until(() -> mbu.status().groups().get(0).spoolPackets() == 100);
            LinkConditions last = seen.get(seen.size() - 1);
            assertThat(seen.get(0)).isEqualTo(LinkConditions.UNKNOWN);
            assertThat(last.connected()).isFalse();
            assertThat(last.backlogPackets()).isEqualTo(99);
            assertThat(last.backlogBytes()).isGreaterThan(99 * 96);
            assertThat(last.backlogAgeNanos()).isPositive();
            assertThat(mbu.status().conditions().backlogPackets()).isEqualTo(100);

            host.startAgain();
            assertDelivered(mbu);
            MbuStatus status = mbu.status();
            assertThat(status.conditions().connected()).isTrue();
            assertThat(status.conditions().backlogPackets()).isZero();
            assertThat(status.conditions().backlogAgeNanos()).isZero();
            assertThat(status.conditions().roundTripNanos()).isPositive();

            offer(input, 1000, 10);
            assertDelivered(mbu);
            assertThat(seen.get(seen.size() - 1).roundTripNanos()).isPositive();
            assertThat(seen.get(seen.size() - 1).connected()).isTrue();
        }
        assertStored(0, ECG, 1010);
    }
}
