package org.banip.mbu.send;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.banip.core.ban.SensorGroup;
import org.banip.core.ban.ServiceClass;
import org.banip.core.ban.Thinning;
import org.banip.core.text.Counted;
import org.banip.core.transcoding.spi.Block;
import org.banip.mbu.settings.SendPolicySettings;
import org.banip.mbu.spi.MbuEvent;
import org.banip.mbu.spool.SpoolLog;
import org.banip.mbu.stage.GroupCounters;
import org.banip.mbu.stage.SendPolicy;
import org.banip.mbu.thinning.Decimator;
import org.banip.mbu.thinning.OverloadWatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Thins groups while the link does not carry everything, as the send policy says, and tells the app. Belongs to the encoding thread. */
final class ThinnedGroups {
    private static final Logger LOG = LoggerFactory.getLogger(ThinnedGroups.class);

    private final SendPolicy policy;
    private final SpoolLog spool;
    private final OverloadWatch watch;
    private final Supplier<String> label;
    private final Consumer<MbuEvent> events;

    /** In the order in which they are thinned. */
    private final List<ThinnedGroup> groups = new ArrayList<>();

    /** Nothing is thinned yet. */
    ThinnedGroups(
            SendPolicy policy,
            SendPolicySettings settings,
            SpoolLog spool,
            Supplier<String> label,
            Consumer<MbuEvent> events) {
        this.policy = policy;
        this.spool = spool;
        watch = new OverloadWatch(settings);
        this.label = label;
        this.events = events;
    }

    /** Connects the groups to the stages behind them. */
    void connect(List<GroupCounters> counters, ThinnedGroup.Path path) {
        for (int group : policy.thinningOrder()) {
            SensorGroup full = policy.groups().get(group);
            Thinning how = full.thinning().get();
            int reduced = numberOf(how.as());
            int times = full.frequency()
                    .timesOf(policy.groups().get(reduced).frequency())
                    .orElseThrow(() -> new IllegalStateException(full.name() + " is no multiple of " + how.as()));
            groups.add(new ThinnedGroup(
                    group,
                    reduced,
                    full,
                    counters.get(group),
                    counters.get(reduced),
                    new Decimator(full, times, how.kind()),
                    path));
        }
    }

    private int numberOf(String name) {
        for (int g = 0; g < policy.groups().size(); g++) {
            if (policy.groups().get(g).name().equals(name)) {
                return g;
            }
        }
        throw new IllegalStateException("no group " + name);
    }

    /** Takes the sensor sets of a group that is thinned. Returns false if the group has its full rate. */
    boolean take(int group, Block sets) {
        Optional<ThinnedGroup> thinned = of(group).filter(ThinnedGroup::isThinned);
        thinned.ifPresent(to -> to.take(sets));
        return thinned.isPresent();
    }

    /** Declares everything of a group that is given up so far, and encodes what the filter holds back. Returns the group with the lower rate. */
    Optional<Integer> settle(int group) {
        Optional<ThinnedGroup> thinned = of(group);
        thinned.ifPresent(ThinnedGroup::settle);
        return thinned.map(found -> found.reduced);
    }

    private Optional<ThinnedGroup> of(int group) {
        for (int i = 0; i < groups.size(); i++) {
            if (groups.get(i).group == group) {
                return Optional.of(groups.get(i));
            }
        }
        return Optional.empty();
    }

    /** Looks whether the link carries everything, at most once a second, and thins one group more or less. */
    void look(long nowNanos) {
        if (groups.isEmpty() || !watch.isDue(nowNanos)) {
            return;
        }
        int before = watch.thinned();
        long urgent = Math.max(spool.lateNanos(ServiceClass.ALARM), spool.lateNanos(ServiceClass.LIVE));
        long bulk = spool.lateNanos(ServiceClass.BULK);
        ServiceClass late = urgent > 0 ? ServiceClass.LIVE : ServiceClass.BULK;
        int after = watch.look(nowNanos, urgent > 0 ? urgent : bulk, policy.mayThin(late), progress());
        if (after > before) {
            begin(groups.get(before));
        } else if (after < before) {
            end(groups.get(after));
        }
    }

    private long progress() {
        long sum = 0;
        for (long next : spool.released()) {
            sum += next;
        }
        return sum;
    }

    private void begin(ThinnedGroup thinned) {
        SensorGroup full = policy.groups().get(thinned.group);
        SensorGroup reduced = policy.groups().get(thinned.reduced);
        LOG.info(
                "{} group {} is sent at {} Hz as {}, because the link does not carry everything",
                label.get(),
                full.name(),
                reduced.frequency(),
                reduced.name());
        thinned.begin();
        events.accept(new MbuEvent.ThinningBegan(full.name(), reduced.name()));
    }

    private void end(ThinnedGroup thinned) {
        String name = policy.groups().get(thinned.group).name();
        thinned.end();
        LOG.info(
                "{} group {} is sent at its full rate again; {} given up, {} sent instead",
                label.get(),
                name,
                Counted.of(thinned.unitsGivenUp, "sensor set"),
                thinned.unitsOfLowerRate);
        events.accept(new MbuEvent.ThinningEnded(name, thinned.unitsGivenUp, thinned.unitsOfLowerRate));
    }
}
