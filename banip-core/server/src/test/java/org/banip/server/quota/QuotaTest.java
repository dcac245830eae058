package org.banip.server.quota;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class QuotaTest {
    private static final Duration DAY = Duration.ofDays(1);

    private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 5); // wraps, as System.nanoTime may

    @Test
    void keyTakesUpToTheLimitAndNoMore() {
        Quota<String> quota = new Quota<>(100, DAY, 10, now::get);
        assertThat(quota.tryTake("mbu-1", 60)).isTrue();
        assertThat(quota.tryTake("mbu-1", 41)).isFalse();
        assertThat(quota.remaining("mbu-1")).isEqualTo(40);
        assertThat(quota.tryTake("mbu-1", 40)).isTrue();
        assertThat(quota.tryTake("mbu-1", 1)).isFalse();
        assertThat(quota.tryTake("mbu-2", 100)).isTrue();
    }

    @Test
    void takesTheLastAmountWholeAndNothingAfterIt() {
        Quota<String> quota = new Quota<>(100, DAY, 10, now::get);
        assertThat(quota.takeIfAnyLeft("a", 99)).isTrue();
        assertThat(quota.takeIfAnyLeft("a", 50)).isTrue();
        assertThat(quota.takeIfAnyLeft("a", 1)).isFalse();
        assertThat(quota.remaining("a")).isZero();
        assertThat(quota.takeIfAnyLeft("b", 1)).isTrue();
        now.addAndGet(DAY.toNanos());
        assertThat(quota.takeIfAnyLeft("a", 1))
                .as("the window before had 149, which counts in full at its end")
                .isFalse();
        now.addAndGet(DAY.toNanos() / 2);
        assertThat(quota.takeIfAnyLeft("a", 1)).as("half of 149 counts").isTrue();
    }

    @Test
    void whatWasTakenRunsOutWhileTheWindowSlides() {
        Quota<String> quota = new Quota<>(100, DAY, 10, now::get);
        assertThat(quota.tryTake("a", 100)).isTrue();
        pass(DAY);
        assertThat(quota.remaining("a")).isZero();
        pass(DAY.dividedBy(2));
        assertThat(quota.remaining("a")).isEqualTo(50);
        pass(DAY.dividedBy(2));
        assertThat(quota.remaining("a")).isEqualTo(100);
    }

    @Test
    void unusedKeyIsFreeAgainAfterTwoWindows() {
        Quota<String> quota = new Quota<>(1, DAY, 10, now::get);
        quota.take("a", 1_000_000);
        assertThat(quota.tryTake("a", 1)).isFalse();
        pass(DAY.multipliedBy(2));
        assertThat(quota.tryTake("a", 1)).isTrue();
    }

    @Test
    void whatHappenedAlreadyIsCountedBeyondTheLimit() {
        Quota<String> quota = new Quota<>(3, Duration.ofMinutes(1), 10, now::get);
        for (int i = 0; i < 5; i++) {
            quota.take("192.0.2.1", 1);
        }
        assertThat(quota.remaining("192.0.2.1")).isZero();
        quota.take("192.0.2.1", Long.MAX_VALUE);
        assertThat(quota.tryTake("192.0.2.1", 1)).isFalse();
        quota.reset("192.0.2.1");
        assertThat(quota.remaining("192.0.2.1")).isEqualTo(3);
    }

    @Test
    void newKeyDisplacesTheOneUsedLeastRecently() {
        Quota<Integer> quota = new Quota<>(5, DAY, 3, now::get);
        for (int key : new int[] {1, 2, 3, 1, 4}) {
            quota.take(key, 5);
        }
        assertThat(quota.keys()).isEqualTo(3);
        assertThat(quota.remaining(1)).isZero();
        assertThat(quota.remaining(2)).isEqualTo(5);
        for (int key = 100; key < 10_000; key++) {
            quota.take(key, 5);
        }
        assertThat(quota.keys()).isEqualTo(3);
    }

    @Test
    void noWindowEverHoldsMoreThanTwiceTheLimitAndSteadyUseStaysAtIt() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        Quota<String> quota = new Quota<>(1000, Duration.ofSeconds(10), 1, now::get);
        long begin = now.get();
        List<long[]> taken = new ArrayList<>();
        for (int i = 0; i < 20_000; i++) {
            pass(Duration.ofMillis(random.nextInt(20)));
            if (quota.tryTake("a", 5)) {
                taken.add(new long[] {now.get() - begin, 5});
            }
        }
        long windows = (now.get() - begin) / Duration.ofSeconds(10).toNanos();
        assertThat(taken.size() * 5L).as("seed %d", seed).isBetween(900 * windows, 1000 * (windows + 2));
        int from = 0;
        long sum = 0;
        for (long[] last : taken) {
            sum += last[1];
            while (taken.get(from)[0] <= last[0] - Duration.ofSeconds(10).toNanos()) {
                sum -= taken.get(from++)[1];
            }
            assertThat(sum).as("seed %d", seed).isLessThanOrEqualTo(2000);
        }
    }

    @Test
    void manyThreadsTogetherTakeExactlyTheLimit() throws InterruptedException {
        Quota<String> quota = new Quota<>(10_000, DAY, 10, System::nanoTime);
        AtomicLong taken = new AtomicLong();
        CountDownLatch begin = new CountDownLatch(1);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            Thread thread = new Thread(() -> {
                try {
                    begin.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
                for (int n = 0; n < 5_000; n++) {
                    if (quota.tryTake("a", 1)) {
                        taken.incrementAndGet();
                    }
                }
            });
            thread.start();
            threads.add(thread);
        }
        begin.countDown();
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(taken).hasValue(10_000);
    }

    @Test
    void wrongBoundsAreRefused() {
        assertThatThrownBy(() -> new Quota<>(0, DAY, 1, now::get)).hasMessageContaining("limit 0");
        assertThatThrownBy(() -> new Quota<>(1, Duration.ZERO, 1, now::get)).hasMessageContaining("window PT0S");
        assertThatThrownBy(() -> new Quota<>(1, DAY, 0, now::get)).hasMessageContaining("keys 0");
    }

    private void pass(Duration time) {
        now.addAndGet(time.toNanos());
    }
}
