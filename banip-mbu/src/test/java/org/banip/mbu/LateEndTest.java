package org.banip.mbu;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.banip.core.frame.FrameBuffer;
import org.banip.mbu.spi.FrameSource;
import org.banip.mbu.spi.Uplink;
import org.banip.mbu.spi.Uplink.PolledBody;
import org.banip.mbu.uplink.Uplinks;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** An uplink's threads may end a broken exchange when the next one has long begun. */
class LateEndTest extends MbuFixture {
    private final Semaphore woken = new Semaphore(0);
    private final CompletableFuture<Void> drained = new CompletableFuture<>();
    private final CountDownLatch closed = new CountDownLatch(1);

    @Override
    String uplink() {
        return "chunked";
    }

    private final class LateUplink extends ForwardingUplink {
        private @Nullable FrameSource broken;

        LateUplink(Uplink uplink) {
            super(uplink);
        }

        @Override
        public void close() {
            closed.countDown();
            super.close();
        }

        @Override
        public void carry(FrameSource frames) throws IOException, InterruptedException {
            frames.beginBody();
            if (broken == null) {
                broken = frames;
                frames.onReady(() -> {});
                throw new IOException("the first exchange breaks");
            }
            frames.onReady(woken::release);
            broken.onReady(() -> {});
            FrameBuffer out = new FrameBuffer(1024);
            while (frames.poll(out, 1, Integer.MAX_VALUE) == PolledBody.Filled.FRAMES) {
                out.clear();
            }
            woken.drainPermits();
            drained.complete(null);
            closed.await();
            throw new IOException("the second exchange breaks");
        }
    }

    @Test
    void aNewExchangeIsWokenAllTheSame() throws Exception {
        try (MobileBaseUnit mbu = builder()
                .uplinks(List.of(new ForwardingUplink.Factory(
                        "late",
                        "",
                        context -> new LateUplink(Uplinks.named("chunked").open(context)))))
                .input(TestSensor.ecg())
                .chain("packetizer(units=10,hold=0)")
                .closeTimeout(Duration.ZERO)
                .start()) {
            drained.get(60, TimeUnit.SECONDS);
            offer(mbu.input("ecg"), 0, 10);
            assertThat(woken.tryAcquire(60, TimeUnit.SECONDS)).isTrue();
        }
    }
}
