package org.banip.surrogate.detection;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.banip.alerts.AlertRules;
import org.banip.alerts.GroupWatch;
import org.banip.alerts.finding.Finding;
import org.banip.core.ban.SensorGroup;
import org.banip.core.packet.Gap;
import org.banip.core.packet.PacketHeader;
import org.jspecify.annotations.Nullable;

/** One sampled group of a session, with the detectors of the host's operator, or with those that the BAN declares. */
final class WatchedGroup extends GroupFindings {
    private final SensorGroup group;
    private final BanFinding.By by;

    /** None while no detector watches the group. */
    private @Nullable GroupWatch watch;

    /** What has begun and has not ended, by detector and kind. */
    private final Map<String, Finding> holding = new LinkedHashMap<>();

    /** Whether anything has come, how far the signal is known, and when that came by the host's monotonic clock. */
    private boolean begun;

    private long reachedNanos;
    private long cameNanos;

    /** @param by whose rules they are: {@code HOST} or {@code BAN} */
    WatchedGroup(SensorGroup group, BanFinding.By by) {
        this.group = group;
        this.by = by;
    }

    @Override
    String name() {
        return group.name();
    }

    @Override
    BanFinding.By by() {
        return by;
    }

    @Override
    boolean wants() {
        return watch != null;
    }

    @Override
    void follow(AlertRules rules) {
        inNone();
        if (watch != null) {
            rulesChange(true);
            try {
                watch.follow(rules);
            } finally {
                rulesChange(false);
            }
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
        later(finding);
    }

    @Override
    void packet(PacketHeader header, byte[] sets, long monotonicNanos) {
        if (watch != null) {
            in(header.sequence() + 1);
            watch.sensorSets(sets, 0, header.unitCount(), header.originNanos(), header.firstUnit());
            reached(header.originNanos(), header.firstUnit() + header.unitCount(), monotonicNanos);
        }
    }

    @Override
    void gap(Gap gap, long monotonicNanos) {
        if (watch != null) {
            in(gap.nextSequence());
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
    @Override
    void time(long monotonicNanos, long epochNanos) {
        if (watch != null) {
            behindLast();
            watch.time(begun ? reachedNanos + (monotonicNanos - cameNanos) : epochNanos);
        }
    }

    @Override
    void giveUp() {
        watch = null;
    }

    @Override
    Optional<List<Finding>> holding() {
        return Optional.of(List.copyOf(holding.values()));
    }
}
