package org.banip.mbu;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.banip.core.ban.SensorGroup;
import org.banip.core.frame.FrameBuffer;
import org.banip.mbu.settings.FullPolicy;
import org.banip.mbu.settings.SpoolSettings;
import org.banip.mbu.spi.FrameSource;
import org.banip.mbu.spi.Uplink;
import org.banip.mbu.spi.UplinkFactory;
import org.banip.mbu.uplink.Uplinks;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Two links share a session and a spool. One of them fails in the middle of the stream: everything is stored once and in order. */
class SeveralLinksTest extends MbuFixture {
    private static final SensorGroup ECG = TestSensor.ecg();
    private static final int UNITS = 36_000;

    @Override
    String uplink() {
        return "chunked";
    }

    @ParameterizedTest
    @CsvSource({"chunked, chunked", "chunked, persistent", "persistent, chunked", "persistent, persistent"})
    void theOtherLinkSendsWhatWasUnderWayOnAFailedLink(String surviving, String failing) throws Exception {
        FailingNetwork network = new FailingNetwork();
        int units = 0;
        try (MobileBaseUnit mbu = builder()
                .uplinks(List.of(Uplinks.named(surviving), network.under(Uplinks.named(failing))))
                .pathScheduler(choice -> true) // each link sends what it can, as fast as it is
                .chain("packetizer(units=20,hold=0)|deflate(context=stream,key=2s)")
                .spool(new SpoolSettings(400, 1 << 20, 8192))
                .input(ECG)
                .fullPolicy("ecg", FullPolicy.WAIT)
                .start()) {
            assertThat(network.carrying.await(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                    .isTrue();
            // The other link alone may have sent all of them by then.
            while (units < UNITS || network.failed.getCount() > 0) {
                offer(mbu.input("ecg"), units, 360);
                units += 360;
            }
            mbu.awaitDelivered(PATIENCE);
            assertThat(mbu.status().groups().get(0).retransmissions()).isPositive();
            assertThat(mbu.status().groups().get(0).gaps()).isZero();
        }
        assertThat(host.sessions()).isOne();
        assertStored(0, ECG, units);
    }

    /**
     * An uplink whose network fails for good in the middle of the stream, while packets are under way. The packets that it took then are never
     * sent.
     */
    private static final class FailingNetwork {
        private static final int FILLS_BEFORE_FAILURE = 3;
        /** Each packet is longer than this, and each control frame is shorter. */
        private static final int PACKET_BYTES = 40;

        final CountDownLatch carrying = new CountDownLatch(1);
        final CountDownLatch failed = new CountDownLatch(FILLS_BEFORE_FAILURE);

        UplinkFactory under(UplinkFactory kind) {
            return new ForwardingUplink.Factory(
                    "failing", kind.description(), context -> new FailingUplink(kind.open(context)));
        }

        private void requireNetwork() throws IOException {
            if (failed.getCount() == 0) {
                throw new IOException("the network is gone");
            }
        }

        private final class FailingUplink extends ForwardingUplink {
            FailingUplink(Uplink uplink) {
                super(uplink);
            }

            @Override
            public void carry(FrameSource frames) throws IOException, InterruptedException {
                requireNetwork();
                carrying.countDown();
                super.carry(new FailingSource(frames));
            }
        }

        private final class FailingSource extends ForwardingFrameSource {
            FailingSource(FrameSource source) {
                super(source);
            }

            @Override
            public Filled fill(FrameBuffer out, int maxPackets, int maxBytes, Duration patience)
                    throws IOException, InterruptedException {
                int before = out.length();
                Filled filled = super.fill(out, maxPackets, maxBytes, patience);
                if (out.length() - before >= PACKET_BYTES) {
                    failed.countDown();
                }
                requireNetwork();
                return filled;
            }
        }
    }
}
