package org.banip.mbu.send;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.banip.alerts.finding.FindingEvent;
import org.banip.alerts.finding.FindingListener;
import org.banip.core.ban.BanDescription;
import org.banip.core.ban.SensorGroup;
import org.banip.core.ban.Thinning;
import org.banip.core.transcoding.TranscodingChain;
import org.banip.mbu.command.GroupSwitch;
import org.banip.mbu.command.WearerAlerts;
import org.banip.mbu.interconnect.Interconnect;
import org.banip.mbu.interconnect.InterconnectSetup;
import org.banip.mbu.interconnect.LinkMeter;
import org.banip.mbu.journal.AddedGroups;
import org.banip.mbu.spi.EventInput;
import org.banip.mbu.spi.SensorInput;
import org.banip.mbu.spi.SteadyClock;
import org.banip.mbu.spool.Scheduler;
import org.banip.mbu.spool.SpoolLog;
import org.banip.mbu.stage.Described;
import org.banip.mbu.stage.EventDispatcher;
import org.banip.mbu.stage.GroupCounters;
import org.banip.mbu.stage.Progress;
import org.banip.mbu.stage.SendPolicy;
import org.banip.mbu.stage.WakeUp;

/** Makes the stages of a send path from the app's configuration, and connects them. */
final class SendParts {
    final SendPathSetup setup;
    final Described described;
    /** Only grows. */
    final List<SensorGroup> groups;

    final List<GroupCounters> counters;
    final EventDispatcher events;
    final Progress progress = new Progress();
    /** The input of each group whose sensor sets come from the app. */
    final List<Optional<SensorInput>> inputs = new CopyOnWriteArrayList<>();

    /** The input of each group of events. */
    final List<Optional<EventInput>> eventInputs = new CopyOnWriteArrayList<>();

    /** Of each group whether its sensors are there; empty if the MBU makes it: of another one, or of what its detectors find. */
    final List<Optional<GroupPresence>> presences = new CopyOnWriteArrayList<>();

    final Detectors detectors;
    private final ThinnedGroups thinned;
    final SetQueue queue;
    private final SendPolicy policy;
    private final SensingStage sensing;
    final SpoolLog spool;
    final LinkMeter meter;
    final Interconnect interconnect;
    final SendPath path;

    private final SteadyClock clock;
    private final WakeUp toSense = new WakeUp();
    private final WakeUp toEncode = new WakeUp();
    private final Scheduler scheduler = new Scheduler();

    /** Parts that are not started; makes no connection yet. */
    SendParts(SendPathSetup setup, SensingStage.Listener sensors, GapListener gaps) {
        this.setup = setup;
        described = new Described(setup.registration(), setup.chains(), setup.firstGroups(), setup.olderChain());
        groups = described.groups();
        clock = setup.clock();
        counters = new CopyOnWriteArrayList<>();
        groups.forEach(group -> counters.add(new GroupCounters()));
        events = new EventDispatcher(setup.listener(), setup.threadSuffix());
        policy = new SendPolicy(groups, setup.spool(), setup.policy(), setup.thinned());
        queue = new SetQueue(
                policy, counters, toEncode, toSense, new DropLog(groups, clock, this::label, events::emit));
        spool = setup.spoolLog().open(policy, counters, toEncode, scheduler, clock);
        meter = new LinkMeter(spool, clock);
        interconnect = interconnect();
        detectors = detectors();
        sensing = new SensingStage(sensors(), queue, counters, detectors, clock, toSense, sensors);
        sensing.mayGrow();
        for (int g = 0; g < groups.size(); g++) {
            SendPathSetup.Source source = setup.sources().get(g);
            Optional<SensorPort> input = input(g, source);
            Optional<EventPort> eventInput = eventInput(g, source);
            inputs.add(input.map(port -> port));
            eventInputs.add(eventInput.map(port -> port));
            presences.add(presenceAtStart(g, input, eventInput));
        }
        sendFindings();
        thinned = new ThinnedGroups(policy, setup.policy(), spool, this::label, events::emit);
        path = new SendPath(
                sensing, queue, policy, thinned, chains(), spool, interconnect.roles(), meter, clock, toEncode, gaps);
        thinned.connect(counters, path);
        queue.noteReturns(path);
    }

    private String label() {
        return interconnect.label();
    }

    /**
     * Checks that the detectors fit a group that is to be added.
     *
     * @throws org.banip.core.error.BanipException {@code INVALID_DESCRIPTION} if one does not
     */
    void requireWatchable(SensorGroup group) {
        setup.detection()
                .ifPresent(detection -> detection
                        .rules()
                        .check(new BanDescription(
                                described.registration().ban().id(), Collections.singletonList(group))));
    }

    /** Adds a group: its stages first, its place in the registration last. One at a time. */
    void add(SendPathSetup.Addition addition) {
        int number = groups.size();
        counters.add(new GroupCounters());
        described.add(addition.group(), addition.chain());
        policy.groupAdded();
        queue.addGroup();
        spool.addGroup(AddedGroups.document(
                addition.registration(), addition.group(), addition.chain().toString()));
        boolean scheduled = addition.source().sensor().isPresent();
        path.add(chain(number, addition.registration().ban(), addition.chain(), scheduled));
        setup.detection().ifPresent(detection -> detectors.add(addition.group(), !isEvents(number), detection.rules()));
        Optional<SensorPort> input = input(number, addition.source());
        Optional<EventPort> events = eventInput(number, addition.source());
        eventInputs.add(events.map(port -> port));
        presences.add(presenceOfAdded(number, addition.source(), input, events));
        inputs.add(input.map(port -> port)); // last: it tells how many groups are complete
        described.register(addition.registration());
        scheduler.itemAdded();
    }

    /**
     * Before a sensor takes the place of an input that the app may have: from now on that input takes nothing.
     *
     * @throws IllegalArgumentException if the app has used the input
     */
    void requireUnused(int number) {
        if (inputs.get(number).orElse(null) instanceof SensorPort port && !port.leave()) {
            throw new IllegalArgumentException("group '" + groups.get(number).name()
                    + "' cannot be read from a sensor, because the app has offered to its input, or has retired it");
        }
    }

    /** Gives a group that an earlier process added its source. An input stays the same, because the app may have used it already. */
    void connect(int number, SendPathSetup.Source source) {
        if (source.sensor().isPresent()) {
            inputs.set(number, Optional.empty());
            presences.set(number, presenceOfAdded(number, source, Optional.empty(), Optional.empty()));
        } else if (inputs.get(number).orElse(null) instanceof SensorPort port) {
            port.follow(source);
        } else if (eventInputs.get(number).orElse(null) instanceof EventPort port) {
            port.follow(source);
        }
    }

    /** A sensor that is read is handed to the sensing stage, which runs. */
    private Optional<GroupPresence> presenceOfAdded(
            int number, SendPathSetup.Source source, Optional<SensorPort> input, Optional<EventPort> events) {
        if (source.sensor().isPresent()) {
            return Optional.of(sensing.add(
                    new SensingStage.PulledSensor(number, source.sensor().get(), setup.schedule(), source.policy()),
                    spool.journal()));
        }
        return input.isPresent() ? input.map(port -> port) : events.map(port -> port);
    }

    private Detectors detectors() {
        FindingListener listener =
                setup.detection().map(SendPathSetup.Detection::listener).orElse(finding -> {});
        Detectors made = new Detectors(listener, clock, toSense::raise, this.events::emit);
        setup.detection().ifPresent(detection -> {
            for (int g = 0; g < groups.size(); g++) {
                made.add(groups.get(g), !isEvents(g) && signalOf(g) == g, detection.rules());
            }
        });
        return made;
    }

    private void sendFindings() {
        for (int g = 0; g < groups.size(); g++) {
            if (hasFindings(g)) {
                eventInputs.get(g).ifPresent(detectors::sendBy);
            }
        }
    }

    /** Whether the group has what the MBU's own detectors find. */
    private boolean hasFindings(int group) {
        return setup.detection().isPresent() && FindingEvent.isGroup(groups.get(group));
    }

    /** The sensing stage was made with the sensors that it reads. */
    private Optional<GroupPresence> presenceAtStart(int group, Optional<SensorPort> input, Optional<EventPort> events) {
        if (setup.sources().get(group).sensor().isPresent()) {
            return Optional.of(sensing.presence(group));
        }
        if (hasFindings(group)) {
            return Optional.empty();
        }
        return input.isPresent() ? input.map(port -> port) : events.map(port -> port);
    }

    private Optional<SensorPort> input(int group, SendPathSetup.Source source) {
        if (source.sensor().isPresent() || isEvents(group) || signalOf(group) != group) {
            return Optional.empty();
        }
        SensorPort port =
                new SensorPort(group, groups.get(group), source, queue, counters.get(group), detectors, clock);
        spool.journal().resumedAt(group).ifPresent(port::resumeAt);
        return Optional.of(port);
    }

    private boolean isEvents(int group) {
        return groups.get(group).events().isPresent();
    }

    private Optional<EventPort> eventInput(int group, SendPathSetup.Source source) {
        if (!isEvents(group)) {
            return Optional.empty();
        }
        EventPort port = new EventPort(group, groups.get(group), source, queue, counters.get(group), clock);
        spool.journal().resumedAt(group).ifPresent(port::resumeAt);
        return Optional.of(port);
    }

    /** The group of which this one has the signal at a lower rate, or what is late of it, or the group itself. */
    private int signalOf(int group) {
        String name = groups.get(group).name();
        for (int g = 0; g < groups.size(); g++) {
            Optional<String> reduced = groups.get(g).thinning().map(Thinning::as);
            if (reduced.equals(Optional.of(name)) || groups.get(g).lateAs().equals(Optional.of(name))) {
                return g;
            }
        }
        return group;
    }

    private List<SensingStage.PulledSensor> sensors() {
        List<SensingStage.PulledSensor> sensors = new ArrayList<>();
        for (int g = 0; g < groups.size(); g++) {
            int group = g;
            SendPathSetup.Source source = setup.sources().get(g);
            source.sensor()
                    .ifPresent(sensor -> sensors.add(
                            new SensingStage.PulledSensor(group, sensor, setup.schedule(), source.policy())));
        }
        return sensors;
    }

    private List<ChainHold> chains() {
        List<ChainHold> chains = new ArrayList<>();
        for (int g = 0; g < groups.size(); g++) {
            boolean scheduled = setup.sources().get(signalOf(g)).sensor().isPresent();
            chains.add(chain(g, setup.registration().ban(), setup.chains().get(g), scheduled));
        }
        return chains;
    }

    /** What commands do to groups. */
    private final class Switch implements GroupSwitch {
        @Override
        public void present(String name, boolean present) {
            for (int g = 0; g < groups.size(); g++) {
                if (groups.get(g).name().equals(name)) {
                    presences.get(g).ifPresent(present ? GroupPresence::resume : GroupPresence::retire);
                }
            }
        }

        @Override
        public void lowerRate(String name, boolean lower) {
            thinned.order(name, lower);
            toEncode.raise();
        }

        @Override
        public String encodeBy(String name, String text) {
            for (int g = 0; g < groups.size(); g++) {
                if (groups.get(g).name().equals(name)) {
                    return changeChain(g, TranscodingChain.parse(text, setup.transcoders()));
                }
            }
            throw new IllegalArgumentException("no group '" + name + "'");
        }
    }

    /** The packets are decoded by the chain that the host has agreed on; those that move after an outage by that of another group. */
    private String changeChain(int group, TranscodingChain chain) {
        described.chains().get(group).requireDecodes(chain, groups.get(group));
        int late = policy.lateGroupOf(group);
        if (late >= 0) {
            described.chains().get(late).requireDecodes(chain, groups.get(late));
        }
        path.change(group, chain.newEncoder(described.registration().ban(), group, meter::newest));
        return chain.toString();
    }

    private ChainHold chain(int group, BanDescription ban, TranscodingChain chain, boolean scheduled) {
        return new ChainHold(
                group,
                policy,
                chain.newEncoder(ban, group, meter::newest),
                new SignalClock(scheduled ? setup.schedule() : null),
                new PacketLength(meter::newest));
    }

    private Interconnect interconnect() {
        return new Interconnect(new InterconnectSetup(
                described,
                setup.transcoders(),
                setup.paths(),
                setup.pathPolicy(),
                setup.schedulers(),
                spool,
                scheduler,
                meter,
                counters,
                events,
                progress,
                clock,
                setup.reconnect(),
                setup.random(),
                setup.sendWindow(),
                setup.commands()
                        .handler(new Switch(), () -> described.registration().commands()),
                setup.commands().alerts().map(WearerAlerts::new),
                setup.deregister(),
                setup.threadSuffix()));
    }
}
