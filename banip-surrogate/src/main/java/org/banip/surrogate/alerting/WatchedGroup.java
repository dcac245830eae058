package org.banip.surrogate.alerting;

import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.function.BiConsumer;
import org.banip.alerts.AlertRules;
import org.banip.alerts.GroupWatch;
import org.banip.alerts.finding.Finding;
import org.banip.core.ban.SensorGroup;
import org.banip.core.packet.Gap;
import org.banip.core.packet.PacketHeader;
import org.jspecify.annotations.Nullable;

/** One group of a session: its detectors, what they have found, and which of that waits until its data are stored. Owned by the session's watch. */
final class WatchedGroup {
    private final SensorGroup group;

    /** None while no detector watches the group. */
    private @Nullable GroupWatch watch;

    /** What was found and not told, in order. */
    private final Queue<Waiting> waiting = new ArrayDeque<>();
    /** What has begun and has not ended, by detector and kind. */
    private final Map<String, Finding> holding = new LinkedHashMap<>();

    private boolean again;
    /** All before this number is stored when what is found now may be told. */
    private long needed;

    /** Whether anything has come, how far the signal is known, and when that came by the host's monotonic clock. */
    private boolean begun;

    private long reachedNanos;
    private long cameNanos;

    private record Waiting(Finding finding, boolean again, long needed) {}

    WatchedGroup(SensorGroup group) {
        this.group = group;
    }

    /** Whether it wants sensor sets. */
    boolean wants() {
        return watch != null;
    }

    /** These rules hold from now on; they fit. */
    void follow(AlertRules rules) {
        needed = 0;
        if (watch != null) {
            watch.follow(rules);
            if (!rules.watches(group)) {
                watch = null;
            }
        } else if (rules.watches(group)) {
            watch = rules.watch(group, this::found);
        }
    }

    private void found(Finding finding) {
        String key = finding.detector() + " " + finding.kind();
        if (finding.begins()) {
            holding.put(key, finding);
        } else {
            holding.remove(key);
        }
        waiting.add(new Waiting(finding, again, needed));
    }

    /** What is found from now on was found in what was stored before. */
    void again(boolean stored) {
        again = stored;
    }

    /** The next packet of the group, and its sensor sets. */
    void packet(PacketHeader header, byte[] sets, long monotonicNanos) {
        if (watch != null) {
            needed = header.sequence() + 1;
            watch.sensorSets(sets, 0, header.unitCount(), header.originNanos(), header.firstUnit());
            reached(header.originNanos(), header.firstUnit() + header.unitCount(), monotonicNanos);
        }
    }

    /** The next item of the group is a gap. */
    void gap(Gap gap, long monotonicNanos) {
        if (watch != null) {
            needed = gap.nextSequence();
            watch.gap(gap.originNanos(), gap.firstUnit(), gap.unitCount(), gap.reason());
            reached(gap.originNanos(), gap.endUnit(), monotonicNanos);
        }
    }

    private void reached(long originNanos, long endUnit, long monotonicNanos) {
        begun = true;
        reachedNanos = group.frequency().instantNanos(originNanos, endUnit - 1);
        cameNanos = monotonicNanos;
    }

    /** The MBU's clock is another one than the host's, and data come late: time goes on from the last sensor set that came. */
    void time(long monotonicNanos, long epochNanos) {
        if (watch != null) {
            needed = 0;
            watch.time(begun ? reachedNanos + (monotonicNanos - cameNanos) : epochNanos);
        }
    }

    /** Something in a detector failed: nothing of this group is watched until the rules change. */
    void giveUp() {
        watch = null;
    }

    /**
     * Hands on what may be told.
     *
     * @param durable all before this number is stored
     * @param to gets each finding, and whether it was found in what was stored before
     */
    void tell(long durable, BiConsumer<Finding, Boolean> to) {
        Waiting first = waiting.peek();
        while (first != null && first.needed <= durable) {
            waiting.remove();
            to.accept(first.finding, first.again);
            first = waiting.peek();
        }
    }

    /** What has begun and has not ended. */
    List<Finding> holding() {
        return List.copyOf(holding.values());
    }
}
