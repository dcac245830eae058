package org.banip.measure.cpi.process;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.banip.core.ban.SensorGroup;
import org.banip.mbu.MobileBaseUnit;
import org.banip.mbu.spi.Sensor;
import org.banip.surrogate.store.SensorSetDigest;

/** All sensors of an MBU at work, a thread for each, and the digest of what they sensed. Belongs to the thread that calls it. */
public final class Productions {
    private final Console console;
    private final List<Sensor> sensors;
    private final List<Long> units;
    private final List<SensorGroup> groups;
    private final SensorSetDigest digest;
    private final AtomicLong produced = new AtomicLong();
    private final CountDownLatch ended;

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
        groups = this.sensors.stream().map(Sensor::group).toList();
        digest = new SensorSetDigest(groups);
        ended = new CountDownLatch(this.sensors.size());
    }

    /**
     * Produces everything, and returns when all of it is stored.
     *
     * @param originNanos scheduled instant of the first sensor sets
     * @param step how often it tells its progress
     * @return what was sensed
     */
    public SensorSetDigest deliver(MobileBaseUnit mbu, long originNanos, Duration step) throws InterruptedException {
        for (int group = 0; group < sensors.size(); group++) {
            begin(mbu, group, originNanos);
        }
        return end(mbu, step);
    }

    /**
     * Begins to produce one group, which nobody has begun.
     *
     * @param originNanos scheduled instant of its first sensor set
     */
    public void begin(MobileBaseUnit mbu, int group, long originNanos) {
        Production production = new Production(
                sensors.get(group),
                group,
                units.get(group),
                mbu.input(groups.get(group).name()),
                originNanos,
                digest,
                produced,
                ended);
        new Thread(production, "banip-produce-" + group).start();
    }

    /** Returns when everything that all groups produce is stored: what was sensed. */
    public SensorSetDigest end(MobileBaseUnit mbu, Duration step) throws InterruptedException {
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
