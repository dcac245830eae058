package org.banip.measure.cpi.process;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SampleLayout;
import org.banip.core.transcoding.spi.Block;
import org.banip.mbu.spi.OfferOutcome;
import org.banip.mbu.spi.Sensor;
import org.banip.mbu.spi.SensorInput;
import org.banip.surrogate.store.SensorSetDigest;

/**
 * One group's sensor: offers each sensor set at its scheduled instant, or as soon afterwards as there is room, and digests it. Unit k is scheduled
 * at {@code origin + k · period}, even if this thread is late. One thread, except for the counter.
 */
public final class Production implements Runnable {
    private static final int MOST_AT_ONCE = 256;

    private final Sensor sensor;
    private final int group;
    private final long units;
    private final SensorInput input;
    private final long originNanos;
    private final SensorSetDigest digest;
    private final AtomicLong bytes;
    private final CountDownLatch ended;

    /**
     * A sensor that ends after this number of units.
     *
     * @param bytes counts the accepted bytes of all groups
     * @param ended counted down at the end
     */
    public Production(
            Sensor sensor,
            int group,
            long units,
            SensorInput input,
            long originNanos,
            SensorSetDigest digest,
            AtomicLong bytes,
            CountDownLatch ended) {
        this.sensor = sensor;
        this.group = group;
        this.units = units;
        this.input = input;
        this.originNanos = originNanos;
        this.digest = digest;
        this.bytes = bytes;
        this.ended = ended;
    }

    @Override
    public void run() {
        try (sensor) {
            produce();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            ended.countDown();
        }
    }

    private void produce() throws InterruptedException {
        Frequency frequency = input.group().frequency();
        SampleLayout layout = new SampleLayout(input.group());
        Block block = new Block(layout.setBytes() * MOST_AT_ONCE);
        long next = 0;
        while (next < units) {
            long now = Console.epochNanos() - originNanos;
            long due = Math.min(frequency.unitAtOrAfter(now + 1), units) - next;
            if (due <= 0) {
                TimeUnit.NANOSECONDS.sleep(frequency.nanosOfUnit(next) - now);
                continue;
            }
            block.clear();
            int read = sensor.read(block, (int) Math.min(due, MOST_AT_ONCE));
            if (read < 0) {
                return;
            }
            digest.update(group, block.bytes(), 0, read, originNanos, next);
            offer(frequency.instantNanos(originNanos, next), samples(layout, block, read));
            bytes.addAndGet(block.length());
            next += read;
        }
    }

    static int[] samples(SampleLayout layout, Block block, int units) {
        int[] samples = new int[units * layout.channels()];
        for (int i = 0; i < samples.length; i++) {
            samples[i] = layout.read(block.bytes(), i / layout.channels() * layout.setBytes(), i % layout.channels());
        }
        return samples;
    }

    private void offer(long instantNanos, int[] samples) {
        OfferOutcome outcome = input.offerAt(instantNanos, samples);
        if (outcome != OfferOutcome.ACCEPTED) {
            throw new IllegalStateException("the MBU did not take what it was to wait for: " + outcome);
        }
    }
}
