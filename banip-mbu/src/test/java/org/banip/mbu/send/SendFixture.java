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
import org.banip.mbu.settings.SendPolicySettings;
import org.banip.mbu.settings.SpoolSettings;
import org.banip.mbu.spi.MbuEvent;
import org.banip.mbu.spool.SpoolLog;
import org.banip.mbu.stage.GroupCounters;
import org.banip.mbu.stage.SendPolicy;
import org.banip.mbu.stage.WakeUp;

/** Groups of each class, a queue, and a record of what left it. The stage's thread and the test's thread may add to the record. */
final class SendFixture implements SetQueue.Sink, SensingStage.Listener {
    static final SensorGroup ALARM = TestSensor.group("alarm", 10, ServiceClass.ALARM);
    static final SensorGroup ECG = TestSensor.ecg();
    static final SensorGroup MOTION = TestSensor.group("motion", 50, ServiceClass.BULK);
    static final List<SensorGroup> GROUPS = List.of(ALARM, ECG, MOTION);

    final List<GroupCounters> counters =
            GROUPS.stream().map(group -> new GroupCounters()).collect(Collectors.toList());
    final WakeUp encoderWork = new WakeUp();
    final WakeUp sensorRoom = new WakeUp();
    final VirtualClock clock = new VirtualClock();
    final Detectors detectors = new Detectors(finding -> {}, clock, sensorRoom::raise, unused -> {});
    final SetQueue queue;

    /** The items that left the queue as text: {@code group:first+count}, {@code group:-first+count}, {@code group:flush}. */
    final List<String> out = Collections.synchronizedList(new ArrayList<>());

    final List<Long> origins = Collections.synchronizedList(new ArrayList<>());
    final List<MbuEvent> events = Collections.synchronizedList(new ArrayList<>());
    final List<BanipException> failures = Collections.synchronizedList(new ArrayList<>());
    private final Block taken = new Block(64);

    SendFixture(int queueBytes) {
        queue = new SetQueue(
                policy(queueBytes),
                counters,
                encoderWork,
                sensorRoom,
                new DropLog(GROUPS, clock, () -> "4f1c", events::add));
    }

    static SendPolicy policy(int queueBytes) {
        return new SendPolicy(GROUPS, new SpoolSettings(1000, 1 << 20, queueBytes));
    }

    /** Thins the groups whose description allows it. */
    ThinnedGroups thinned(SendPolicy policy, SpoolLog spool) {
        return new ThinnedGroups(policy, SendPolicySettings.DEFAULT, spool, () -> "4f1c", events::add);
    }

    /** Sensor sets of the test signal. */
    static Block sets(SensorGroup group, long origin, long first, int count) {
        Block block = new Block(64);
        byte[] sets = TestSensor.sets(group, first, first + count);
        block.append(sets, 0, sets.length);
        block.describe(origin, first, count);
        return block;
    }

    /** Takes everything. */
    SendFixture drain() {
        while (queue.take(of -> Integer.MAX_VALUE, taken, this)) {
            // until it is empty
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
    public void back(int group, long nanos) {
        out.add(GROUPS.get(group).name() + ":back");
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

    @Override
    public void notClosed(int group, Throwable cause) {
        out.add(GROUPS.get(group).name() + ":not closed");
    }
}
