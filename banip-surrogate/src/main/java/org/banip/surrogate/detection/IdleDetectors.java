package org.banip.surrogate.detection;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.banip.alerts.AlertRules;
import org.banip.core.ban.SensorGroup;
import org.banip.core.text.Quoted;
import org.banip.core.text.Spelling;
import org.banip.server.log.ServerLog;
import org.banip.surrogate.settings.HostClock;
import org.banip.surrogate.store.InterconnectRecord;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * The operator's detectors that watch nothing, because no BAN that is connected has their group: its name may be misspelt. A group that a BAN has had
 * since the rules are in force is spelled right. Any thread.
 */
public final class IdleDetectors {
    private static final Logger LOG = ServerLog.of(IdleDetectors.class);
    /** After a start the BANs connect one after the other. */
    private static final long FIRST_NANOS = TimeUnit.SECONDS.toNanos(10);

    private static final int MOST_NAMED = 8;

    private final Supplier<AlertRules> rules;
    private final HostClock clock;

    /** Guarded by this, as are the others: the sessions that are here. */
    private final Map<UUID, InterconnectRecord> here = new HashMap<>();

    private @Nullable AlertRules followed;
    /** The groups that BANs have had since these rules are in force. */
    private final Set<String> known = new HashSet<>();

    private boolean changed;
    private boolean judged;
    /** Since when any session is here. */
    private long sinceNanos;
    /** The detectors that watch nothing, as the log has them. */
    private List<String> idle = List.of();

    /**
     * None yet.
     *
     * @param rules the operator's rules in force; the same object until they change
     */
    public IdleDetectors(Supplier<AlertRules> rules, HostClock clock) {
        this.rules = rules;
        this.clock = clock;
    }

    /** A session is here. */
    synchronized void appeared(InterconnectRecord record) {
        if (here.isEmpty()) {
            sinceNanos = clock.monotonicNanos();
        }
        here.put(record.session(), record);
        changed = true;
    }

    /** A session has more groups; nothing if it is not here. */
    synchronized void described(InterconnectRecord record) {
        changed |= here.replace(record.session(), record) != null;
    }

    /** A session is not here any more. */
    synchronized void ended(InterconnectRecord record) {
        here.remove(record.session());
        if (here.isEmpty()) {
            judged = false;
            known.clear();
            idle = List.of();
        }
    }

    /** Looks which detectors watch nothing, and logs them once. To be called about once a second. */
    public synchronized void tick() {
        AlertRules now = rules.get();
        if (now != followed) {
            followed = now;
            known.clear();
            judged = false;
        }
        boolean early = !judged && clock.monotonicNanos() - sinceNanos < FIRST_NANOS;
        if (here.isEmpty() || early || judged && !changed) {
            return;
        }
        changed = false;
        here.values().forEach(record -> known.addAll(names(record.ban().groups())));
        idle = idle(now);
        if (!judged) {
            judged = true;
            idle.stream().limit(MOST_NAMED).forEach(line -> LOG.warn("- {}", line));
            if (idle.size() > MOST_NAMED) {
                LOG.warn("- {} more detectors watch nothing now", idle.size() - MOST_NAMED);
            }
        }
    }

    private List<String> idle(AlertRules by) {
        List<String> lines = new ArrayList<>();
        by.groups().forEach((detector, group) -> {
            if (!known.contains(group)) {
                lines.add("detector " + detector + " watches nothing now: no connected BAN has a group "
                        + Quoted.of(group) + " (connected: " + named(new TreeSet<>(known))
                        + Spelling.nearest(group, known)
                                .map(near -> "; is " + Quoted.of(near) + " meant?")
                                .orElse("") + ")");
            }
        });
        return lines;
    }

    private static String named(Collection<String> groups) {
        int more = groups.size() - MOST_NAMED;
        String first = String.join(", ", groups.stream().limit(MOST_NAMED).toList());
        return Quoted.line(first, 500) + (more > 0 ? " and " + more + " more" : "");
    }

    private static List<String> names(List<SensorGroup> groups) {
        return groups.stream().map(SensorGroup::name).toList();
    }

    /** Which detectors watch nothing, if any. */
    public synchronized Optional<String> problem() {
        if (idle.isEmpty() || followed != rules.get()) {
            return Optional.empty();
        }
        int more = idle.size() - 1;
        return Optional.of(idle.get(0) + (more > 0 ? "; and " + more + " more watch nothing" : ""));
    }
}
