package org.banip.alerts;

import java.util.ArrayList;
import java.util.List;
import org.banip.alerts.finding.FindingListener;
import org.banip.alerts.spi.Detector;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SampleLayout;
import org.banip.core.ban.SensorGroup;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.packet.Gap;
import org.jspecify.annotations.Nullable;

/**
 * Gives the sensor sets of one group to its detectors.
 *
 * <p>It knows which sensor set comes next. If another one comes, it tells the detectors of a gap by itself, and if one comes that is not after the
 * last one, that the clock was set. Allocates nothing for a sensor set. One thread at a time.
 */
public final class GroupWatch {
    private final SensorGroup group;
    private final Frequency frequency;
    private final SampleLayout layout;
    private final FindingListener listener;

    private List<RunningDetector> running = new ArrayList<>();
    private Detector[] detectors = {};

    /** Where the sensor set that should come next is on the grid; unknown before the first one. */
    private boolean begun;

    private long origin;
    private long nextUnit;
    /** The last instant that was told. */
    private long lastNanos;

    /** Whether the group's sensors were put away. */
    private boolean retired;

    GroupWatch(SensorGroup group, AlertRules rules, FindingListener listener) {
        this.group = group;
        this.listener = listener;
        frequency = group.frequency();
        layout = new SampleLayout(group);
        follow(rules);
    }

    /**
     * From now on, these rules hold. A detector whose declaration has not changed goes on with what it knows; findings of the others end, and new ones
     * begin anew.
     *
     * @throws BanipException {@code INVALID_DESCRIPTION} if a detector does not fit the group; then the old rules still hold
     */
    public void follow(AlertRules rules) {
        List<RunningDetector> ending = new ArrayList<>(running);
        List<RunningDetector> next = new ArrayList<>();
        for (DeclaredDetector declared : rules.of(group)) {
            RunningDetector same = sameAs(declared, ending);
            if (same == null) {
                next.add(new RunningDetector(declared, group, layout, listener));
            } else {
                next.add(same);
                ending.remove(same);
            }
        }
        running = next;
        detectors = new Detector[next.size()];
        for (int i = 0; i < detectors.length; i++) {
            detectors[i] = next.get(i).detector();
        }
        abandon(ending);
    }

    private void abandon(List<RunningDetector> those) {
        for (RunningDetector one : those) {
            for (ActiveCondition condition : one.conditions()) {
                condition.abandon(lastNanos);
            }
        }
    }

    private static @Nullable RunningDetector sameAs(DeclaredDetector declared, List<RunningDetector> those) {
        for (RunningDetector one : those) {
            if (one.declared().canonical().equals(declared.canonical())) {
                return one;
            }
        }
        return null;
    }

    /**
     * The next sensor sets.
     *
     * @param bytes holds them, one after the other, in the group's layout
     * @param from where the first one begins
     * @param count how many, 0 or more
     * @param originNanos instant of unit 0 of the sampling grid, nanoseconds since the epoch
     * @param firstUnit number of the first one on the grid
     * @throws BanipException {@code INVALID_SAMPLE} if {@code bytes} is too short
     */
    public void sensorSets(byte[] bytes, int from, int count, long originNanos, long firstUnit) {
        int setBytes = layout.setBytes();
        if (from < 0 || count < 0 || (long) count * setBytes > (long) bytes.length - from) {
            throw new BanipException(
                    ErrorCode.INVALID_SAMPLE,
                    "group " + group.name() + ": " + count + " sensor sets of " + setBytes + " bytes from byte " + from
                            + " on, there are " + bytes.length + " bytes");
        }
        if (count == 0) {
            return;
        }
        reach(originNanos, firstUnit);
        for (int i = 0; i < count; i++) {
            long nanos = frequency.instantNanos(originNanos, firstUnit + i);
            for (Detector detector : detectors) {
                detector.sensorSet(bytes, from + i * setBytes, nanos);
            }
            lastNanos = nanos;
        }
        nextUnit = firstUnit + count;
    }

    /**
     * Sensor sets that will not come. With the reason {@code RETIRED}, the group's sensors were put away: what was found ends, and the detectors are
     * not told the time until they are back.
     *
     * @param originNanos instant of unit 0 of the sampling grid, nanoseconds since the epoch
     * @param firstUnit number of the first one
     * @param unitCount how many, at least 1
     * @param reason why
     */
    public void gap(long originNanos, long firstUnit, long unitCount, Gap.Reason reason) {
        reach(originNanos, firstUnit);
        nextUnit = firstUnit + unitCount;
        tell(frequency.instantNanos(originNanos, firstUnit), frequency.instantNanos(originNanos, nextUnit), reason);
        if (reason == Gap.Reason.RETIRED) {
            retired = true;
            abandon(running);
        }
    }

    /** It is this time, nanoseconds since the epoch, and no sensor set sampled before is still to come. Tell it about once a second. */
    public void time(long nanos) {
        lastNanos = nanos;
        if (retired) {
            return;
        }
        for (Detector detector : detectors) {
            detector.time(nanos);
        }
    }

    private void reach(long originNanos, long unit) {
        boolean continues = begun && origin == originNanos && nextUnit == unit;
        if (!continues && begun) {
            long expected = frequency.instantNanos(origin, nextUnit);
            long seen = frequency.instantNanos(originNanos, unit);
            tell(Math.min(expected, seen), seen, retired ? Gap.Reason.RETIRED : Gap.Reason.SENSOR_SILENT);
        }
        retired = false;
        begun = true;
        origin = originNanos;
        nextUnit = unit;
    }

    private void tell(long fromNanos, long toNanos, Gap.Reason reason) {
        for (Detector detector : detectors) {
            detector.gap(fromNanos, toNanos, reason);
        }
    }
}
