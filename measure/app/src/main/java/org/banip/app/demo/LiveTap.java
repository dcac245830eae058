package org.banip.app.demo;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.banip.app.terminal.SignalTrace;
import org.banip.core.ban.Channel;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SensorGroup;
import org.banip.mbu.sampling.SamplingSchedule;
import org.banip.mbu.spi.SteadyClock;
import org.banip.surrogate.api.SensorData;
import org.banip.surrogate.api.SurrogateDescription;
import org.banip.surrogate.api.SurrogateListener;
import org.banip.surrogate.store.SensorSetDigest;

/** A live subscriber that digests sensor sets, measures their latency, and keeps the last seconds of the signal. */
final class LiveTap implements SurrogateListener {
    /** Size of its queue: at high speeds it digests more slowly than the host decodes. */
    static final long QUEUE_BYTES = 64 << 20;

    private static final Duration SHOWN = Duration.ofSeconds(4);
    private static final int MOST_TRACES = 4;

    private final SamplingSchedule schedule;
    private final SteadyClock clock;
    private final SensorSetDigest digest;
    private final List<List<SignalTrace>> traces = new ArrayList<>();
    private final Latencies latencies = new Latencies();
    private final AtomicLong units = new AtomicLong();
    private final AtomicLong missed = new AtomicLong();
    /** Is notified of each change of the two. */
    private final Object arrival = new Object();

    /** Creates a subscriber of these groups, whose sensors use this schedule and clock. */
    LiveTap(List<SensorGroup> groups, SamplingSchedule schedule, SteadyClock clock) {
        this.schedule = schedule;
        this.clock = clock;
        digest = new SensorSetDigest(groups);
        int room = MOST_TRACES;
        for (SensorGroup group : groups) {
            List<SignalTrace> ofGroup = new ArrayList<>();
            for (Channel channel :
                    group.channels().subList(0, Math.min(room, group.channels().size()))) {
                ofGroup.add(new SignalTrace(channel, group.frequency(), SHOWN));
            }
            room -= ofGroup.size();
            traces.add(ofGroup);
        }
    }

    @Override
    public void delivered(SensorData data) {
        long now = clock.epochNanos();
        int number = data.header().group();
        long first = data.header().firstUnit();
        Frequency frequency = data.group().frequency();
        digest.update(
                number, data.toByteArray(), 0, data.unitCount(), data.header().originNanos(), first);
        for (int i = 0; i < data.unitCount(); i++) {
            latencies.add(now - schedule.dueNanos(frequency, first + i));
        }
        List<SignalTrace> shown = traces.get(number);
        for (int c = 0; c < shown.size(); c++) {
            for (int i = 0; i < data.unitCount(); i++) {
                shown.get(c).add(data.sample(i, c));
            }
        }
        units.addAndGet(data.unitCount());
        signalArrival();
    }

    @Override
    public void missed(SurrogateDescription surrogate, long packets, long missedUnits) {
        missed.addAndGet(missedUnits);
        signalArrival();
    }

    private void signalArrival() {
        synchronized (arrival) {
            arrival.notifyAll();
        }
    }

    /**
     * Waits until sensor sets were delivered or dropped.
     *
     * @param count how many, since the start
     * @param longest the longest wait
     * @return false if that takes longer than the time
     */
    boolean await(long count, Duration longest) throws InterruptedException {
        long until = System.nanoTime() + longest.toNanos();
        synchronized (arrival) {
            while (units.get() + missed.get() < count) {
                long left = until - System.nanoTime();
                if (left <= 0) {
                    return false;
                }
                TimeUnit.NANOSECONDS.timedWait(arrival, left);
            }
            return true;
        }
    }

    /** Digest of everything delivered; complete after the subscription has ended. */
    SensorSetDigest digest() {
        return digest;
    }

    /** The first few channels. */
    List<SignalTrace> traces() {
        return traces.stream().flatMap(List::stream).toList();
    }

    /** From the scheduled instant of each sensor set to its delivery here. */
    Latencies latencies() {
        return latencies;
    }

    /** Sensor sets delivered. */
    long units() {
        return units.get();
    }

    /** Sensor sets dropped because this subscriber was too slow. */
    long missed() {
        return missed.get();
    }
}
