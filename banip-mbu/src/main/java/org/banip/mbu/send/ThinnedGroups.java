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

/**
 * Thins groups while the link does not carry everything, as the send policy says, and those for which the host orders the lower rate; and tells the
 * app. Belongs to the encoding thread, except {@link #order}.
 */
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
        watch = new OverloadWatch(settings, place -> groups.get(place).ordered);
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

    /**
     * The host orders the lower rate of a group, or no longer. Counts for what is not encoded yet, when the encoding thread looks again. Any thread.
     *
     * @throws IllegalArgumentException if the description does not allow it
     */
    void order(String name, boolean lower) {
        groups.stream()
                .filter(one -> policy.groups().get(one.group).name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("group '" + name + "' has no lower rate"))
                .ordered = lower;
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

    /** Declares what is given up of groups whose sensors are late. Returns the time until that is to be asked again. */
    long declareWhatIsLate() {
        long next = Long.MAX_VALUE;
        for (int i = 0; i < groups.size(); i++) {
            next = Math.min(next, groups.get(i).declareIfLate());
        }
        return next;
    }

    private Optional<ThinnedGroup> of(int group) {
        for (int i = 0; i < groups.size(); i++) {
            if (groups.get(i).group == group) {
                return Optional.of(groups.get(i));
            }
        }
        return Optional.empty();
    }

    /** Looks what the host orders, and, at most once a second, whether the link carries everything; then begins or ends to thin groups. */
    void look(long nowNanos) {
        if (!groups.isEmpty() && watch.isDue(nowNanos)) {
            lookAtTheLink(nowNanos);
        }
        for (int place = 0; place < groups.size(); place++) {
            ThinnedGroup one = groups.get(place);
            boolean wanted = one.ordered || place < watch.thinned();
            if (wanted && !one.isThinned()) {
                begin(one);
            } else if (!wanted && one.isThinned()) {
                end(one);
            }
        }
    }

    private void lookAtTheLink(long nowNanos) {
        long urgent = Math.max(spool.lateNanos(ServiceClass.ALARM), spool.lateNanos(ServiceClass.LIVE));
        long bulk = spool.lateNanos(ServiceClass.BULK);
        ServiceClass late = urgent > 0 ? ServiceClass.LIVE : ServiceClass.BULK;
        watch.look(nowNanos, urgent > 0 ? urgent : bulk, policy.mayThin(late), progress());
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
                "{} group {} is sent at {} Hz as {}, {}",
                label.get(),
                full.name(),
                reduced.frequency(),
                reduced.name(),
                thinned.ordered ? "as the host orders" : "because the link does not carry everything");
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
