package org.banip.mbu;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.banip.core.frame.FrameBuffer;
import org.banip.mbu.spi.FrameSource;
import org.banip.mbu.spi.Uplink;
import org.banip.mbu.spi.Uplink.PolledBody;
import org.banip.mbu.uplink.Uplinks;
import org.junit.jupiter.api.Test;

/** "Only packets and gaps that it may have to send again anyway" go as early data (docs/protocol.md, section 2.8). */
class EarlyFramesTest extends MbuFixture {
    private static final int DATA_FRAME = 0x80;
    private static final int TIME_REQUEST = 0x06;

    private final Semaphore woken = new Semaphore(0);
    private final CompletableFuture<Integer> nothing = new CompletableFuture<>();
    private final CompletableFuture<byte[]> early = new CompletableFuture<>();
    private final CompletableFuture<byte[]> later = new CompletableFuture<>();

    @Override
    String uplink() {
        return "chunked";
    }

    private final class PollingUplink extends ForwardingUplink {
        PollingUplink(Uplink uplink) {
            super(uplink);
        }

        @Override
        public void carry(FrameSource frames) throws IOException, InterruptedException {
            frames.beginBody();
            frames.onlyRepeatable(true);
            FrameBuffer out = new FrameBuffer(1024);
            assertThat(frames.nanosUntilPoll()).isPositive();
            frames.onReady(woken::release);
            while (frames.poll(out, 1, Integer.MAX_VALUE) != PolledBody.Filled.FRAMES) {
                nothing.complete(out.length());
                woken.acquire();
            }
            early.complete(out.toByteArray());
            out.clear();
            frames.onlyRepeatable(false);
            assertThat(frames.nanosUntilPoll()).isZero();
            frames.poll(out, 0, Integer.MAX_VALUE);
            later.complete(out.toByteArray());
            throw new IOException("polled");
        }
    }

    @Test
    void controlFramesWaitForTheHandshake() throws Exception {
        try (MobileBaseUnit mbu = builder()
                .uplinks(List.of(new ForwardingUplink.Factory(
                        "polling",
                        "",
                        context -> new PollingUplink(Uplinks.named("chunked").open(context)))))
                .input(TestSensor.ecg())
                .chain("packetizer(units=10,hold=0)")
                .closeTimeout(java.time.Duration.ZERO)
                .start()) {
            assertThat(nothing.get(60, TimeUnit.SECONDS)).isZero();
            offer(mbu.input("ecg"), 0, 10);
            assertThat(early.get(60, TimeUnit.SECONDS)[0] & DATA_FRAME).isEqualTo(DATA_FRAME);
            assertThat(later.get(60, TimeUnit.SECONDS)[0]).isEqualTo((byte) TIME_REQUEST);
        }
    }
}
