package org.banip.measure.cpi.process;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.banip.core.ban.SensorGroup;
import org.banip.mbu.MobileBaseUnit;
import org.banip.mbu.spi.Sensor;
import org.banip.surrogate.store.SensorSetDigest;

/** All sensors of an MBU at work, a thread for each, and the digest of what they sensed. Belongs to the thread that calls {@link #deliver}. */
public final class Productions {
    private final Console console;
    private final List<Sensor> sensors;
    private final List<Long> units;
    private final AtomicLong produced = new AtomicLong();

    /**
     * Sensors that do not work yet.
     *
     * @param console is told how many bytes were produced
     * @param sensors of the groups 0, 1 and so on
     * @param units that each of them produces
     */
    public Productions(Console console, List<Sensor> sensors, List<Long> units) {
        this.console = console;
        this.sensors = List.copyOf(sensors);
        this.units = List.copyOf(units);
    }

    /**
     * Produces everything, and returns when all of it is stored.
     *
     * @param originNanos scheduled instant of the first sensor sets
     * @param step how often it tells its progress
     * @return what was sensed
     */
    public SensorSetDigest deliver(MobileBaseUnit mbu, long originNanos, Duration step) throws InterruptedException {
        List<SensorGroup> groups = sensors.stream().map(Sensor::group).toList();
        SensorSetDigest digest = new SensorSetDigest(groups);
        CountDownLatch ended = new CountDownLatch(sensors.size());
        List<Thread> threads = new ArrayList<>();
        for (int group = 0; group < sensors.size(); group++) {
            Production production = new Production(
                    sensors.get(group),
                    group,
                    units.get(group),
                    mbu.input(groups.get(group).name()),
                    originNanos,
                    digest,
                    produced,
                    ended);
            threads.add(new Thread(production, "banip-produce-" + group));
        }
        threads.forEach(Thread::start);
        while (!ended.await(step.toMillis(), TimeUnit.MILLISECONDS)) {
            progress();
        }
        while (!mbu.isDeliveredWithin(step)) {
            progress();
        }
        return digest;
    }

    private void progress() {
        console.say(Console.event("progress").field("bytes", produced.get()));
    }
}
