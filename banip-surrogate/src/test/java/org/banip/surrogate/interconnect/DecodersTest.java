package org.banip.surrogate.interconnect;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The threads on which packets are decoded. */
class DecodersTest {
    private static final long LONG = Workers.LONG_DECODING_NANOS + 1;

    @Test
    void aShortDecodingDoesNotWaitForLongOnes() throws Exception {
        CountDownLatch end = new CountDownLatch(1);
        CountDownLatch decoded = new CountDownLatch(1);
        try (Workers workers = new Workers()) {
            for (int i = 0; i < 4 * Runtime.getRuntime().availableProcessors(); i++) {
                workers.decode(() -> await(end), LONG);
            }
            workers.decode(decoded::countDown, Workers.LONG_DECODING_NANOS);
            assertThat(decoded.await(1, TimeUnit.MINUTES)).isTrue();
            end.countDown();
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
