package org.banip.mbu.send;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import org.banip.core.ban.SensorGroup;
import org.banip.core.ban.ServiceClass;
import org.banip.core.error.BanipException;
import org.banip.core.packet.Gap;
import org.banip.core.transcoding.spi.Block;
import org.banip.mbu.TestSensor;
import org.banip.mbu.settings.SpoolSettings;
import org.banip.mbu.stage.GroupCounters;
import org.banip.mbu.stage.SendPolicy;
import org.banip.mbu.stage.Signal;

/** Groups of each class, a queue, and what came out of it; what is noted may come from the stage's thread and from the test's. */
final class SendFixture implements SetQueue.Sink, SensingStage.Listener {
    static final SensorGroup ALARM = TestSensor.group("alarm", 10, ServiceClass.ALARM);
    static final SensorGroup ECG = TestSensor.ecg();
    static final SensorGroup MOTION = TestSensor.group("motion", 50, ServiceClass.BULK);
    static final List<SensorGroup> GROUPS = List.of(ALARM, ECG, MOTION);

    final List<GroupCounters> counters =
            GROUPS.stream().map(group -> new GroupCounters()).collect(Collectors.toList());
    final Signal encoderWork = new Signal();
    final Signal sensorRoom = new Signal();
    final VirtualClock clock = new VirtualClock();
    final SetQueue queue;

    /** What came out, for people and for comparing: {@code group:first+count}, {@code group:-first+count}, {@code group:flush}. */
    final List<String> out = Collections.synchronizedList(new ArrayList<>());

    final List<Long> origins = Collections.synchronizedList(new ArrayList<>());
    final List<BanipException> failures = Collections.synchronizedList(new ArrayList<>());
    private final Block taken = new Block(64);

    SendFixture(int queueBytes) {
        queue = new SetQueue(
                policy(queueBytes), counters, encoderWork, sensorRoom, new DropLog(GROUPS, clock, () -> "4f1c"));
    }

    static SendPolicy policy(int queueBytes) {
        return new SendPolicy(GROUPS, new SpoolSettings(1000, 1 << 20, queueBytes));
    }

    /** Sensor sets of the test signal. */
    static Block sets(SensorGroup group, long origin, long first, int count) {
        Block block = new Block(64);
        byte[] sets = TestSensor.sets(group, first, first + count);
        block.append(sets, 0, sets.length);
        block.describe(origin, first, count);
        return block;
    }

    /** Takes out everything. */
    SendFixture drain() {
        while (queue.take(of -> Integer.MAX_VALUE, taken, this)) {
            // one after the other
        }
        return this;
    }

    boolean takeOne(int admitted) {
        return queue.take(of -> admitted, taken, this);
    }

    @Override
    public void sets(int group, Block sets) {
        out.add(GROUPS.get(group).name() + ":" + sets.firstUnit() + "+" + sets.unitCount());
        origins.add(sets.originNanos());
    }

    @Override
    public void lost(int group, long originNanos, long firstUnit, long units, Gap.Reason reason) {
        out.add(GROUPS.get(group).name() + ":-" + firstUnit + "+" + units + " " + reason);
        origins.add(originNanos);
    }

    @Override
    public void flush(int group) {
        out.add(GROUPS.get(group).name() + ":flush");
    }

    @Override
    public void ended(int group) {
        out.add(GROUPS.get(group).name() + ":ended");
    }

    @Override
    public void failed(int group, BanipException failure) {
        failures.add(failure);
    }
}
