package org.banip.thresholds;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.banip.core.ban.SensorGroup;
import org.banip.core.packet.Gap;
import org.banip.surrogate.api.HostContext;
import org.banip.surrogate.api.SensorData;
import org.banip.surrogate.api.Surrogate;
import org.banip.surrogate.api.SurrogateContext;
import org.banip.surrogate.api.SurrogateDescription;
import org.banip.surrogate.api.SurrogateListener;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watches the channels of one BAN. {@code activate} and {@code deactivate} run on a thread of the type; the samples come on the thread of its
 * subscription, which owns the watchers. The host orders the two: nothing comes before {@code activate} has subscribed, or after the subscription has
 * ended.
 */
final class ThresholdSurrogate implements Surrogate, SurrogateListener {
    private static final Logger LOG = LoggerFactory.getLogger(ThresholdSurrogate.class);
    private static final int SHORT_ID = 8;

    private final SharedClient http;
    /** Per group. */
    private final List<List<Watch>> watches = new ArrayList<>();

    private List<Rule> rules = List.of();

    private @Nullable SurrogateContext context;
    private @Nullable Webhook webhook;
    private @Nullable MbuNotice mbu;

    /** A rule at work on a channel of its group. */
    private record Watch(Rule rule, int channel, Watcher watcher) {}

    ThresholdSurrogate(SharedClient http) {
        this.http = http;
    }

    @Override
    public void activate(HostContext host, SurrogateContext context) throws IOException {
        ThresholdSettings settings = settings(host);
        SurrogateDescription surrogate = context.handle().description();
        String id = surrogate.session().toString().substring(0, SHORT_ID);
        rules = settings.rules();
        watch(surrogate);
        warnOfIdleRules(settings.rules(), id);
        this.context = context;
        webhook = settings.webhook().map(to -> new Webhook(to, http.take(), id)).orElse(null);
        mbu = settings.command().isEmpty() ? null : new MbuNotice(context.handle(), settings.command(), id);
        // Last: from here on samples come.
        subscribe(context);
    }

    /** Watches the groups that are not watched yet. */
    private void watch(SurrogateDescription surrogate) {
        List<SensorGroup> groups = surrogate.ban().groups();
        for (SensorGroup group : groups.subList(watches.size(), groups.size())) {
            watches.add(watches(group, rules));
        }
    }

    @Override
    public void groupsAdded(SurrogateDescription former, SurrogateDescription now) {
        watch(now);
    }

    private void subscribe(SurrogateContext context) {
        try {
            context.subscribe(this);
        } catch (RuntimeException e) {
            // The activation fails, so nobody deactivates it.
            if (webhook != null) {
                http.giveBack();
            }
            throw e;
        }
    }

    private static ThresholdSettings settings(HostContext host) throws IOException {
        Optional<ThresholdSettings> offered = host.find(ThresholdSettings.class);
        if (offered.isPresent()) {
            return offered.get();
        }
        Path file = ThresholdSettings.file()
                .orElseThrow(() -> new IllegalStateException("the operator has set no rules: name a file by "
                        + ThresholdSettings.FILE_VARIABLE + " or -D" + ThresholdSettings.FILE_PROPERTY));
        return ThresholdSettings.read(file);
    }

    private static List<Watch> watches(SensorGroup group, List<Rule> rules) {
        List<Watch> found = new ArrayList<>();
        for (Rule rule : rules) {
            for (int channel = 0; channel < group.channels().size(); channel++) {
                if (rule.place().has(group, channel)) {
                    found.add(new Watch(rule, channel, Watcher.of(rule, group)));
                }
            }
        }
        return found;
    }

    /** One file may serve different BANs, so such a rule is no error; but its label may be misspelt. */
    private void warnOfIdleRules(List<Rule> rules, String id) {
        for (Rule rule : rules) {
            boolean watches = this.watches.stream().flatMap(List::stream).anyMatch(watch -> watch.rule == rule);
            if (!watches) {
                LOG.warn(
                        "{}: rule {} watches nothing, because this BAN has no channel {}{}",
                        id,
                        rule.name(),
                        rule.place().channel(),
                        rule.place().group().map(group -> " in group " + group).orElse(""));
            }
        }
    }

    @Override
    public void delivered(SensorData data) {
        for (Watch watch : watches.get(data.header().group())) {
            for (int unit = 0; unit < data.unitCount(); unit++) {
                long nanos = data.instantNanos(unit);
                double value = data.physical(unit, watch.channel);
                Watcher.Outcome outcome = watch.watcher.next(nanos, value);
                if (outcome != Watcher.Outcome.NOTHING) {
                    tell(alert(data, watch, outcome == Watcher.Outcome.BEGINS, value, nanos));
                }
            }
        }
    }

    private static Alert alert(SensorData data, Watch watch, boolean begins, double value, long nanos) {
        return new Alert(
                UUID.randomUUID(),
                data.surrogate(),
                watch.rule.name(),
                begins,
                data.group().name(),
                data.group().channels().get(watch.channel),
                value,
                nanos);
    }

    private void tell(Alert alert) {
        SurrogateContext subscribers = context;
        Webhook to = webhook;
        MbuNotice unit = mbu;
        if (subscribers != null) {
            subscribers.tell(alert.text());
        }
        if (to != null) {
            to.offer(alert.json());
        }
        if (unit != null) {
            unit.send(alert.json());
        }
    }

    @Override
    public void gap(SurrogateDescription surrogate, Gap gap) {
        watches.get(gap.group()).forEach(watch -> watch.watcher.interrupt());
    }

    @Override
    public void missed(SurrogateDescription surrogate, long packets, long units) {
        watches.forEach(group -> group.forEach(watch -> watch.watcher.interrupt()));
    }

    @Override
    public void deactivate() throws InterruptedException {
        Webhook open = webhook;
        if (open == null) {
            return;
        }
        try {
            open.close();
        } finally {
            http.giveBack();
        }
    }
}
