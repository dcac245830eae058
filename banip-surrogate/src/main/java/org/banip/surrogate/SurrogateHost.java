package org.banip.surrogate;

import jakarta.servlet.ServletContext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.UUID;
import java.util.function.Function;
import org.banip.core.alert.AlertNotice;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.text.Counted;
import org.banip.core.transcoding.Transcoders;
import org.banip.server.audit.Audit;
import org.banip.server.audit.ServerAudit;
import org.banip.server.request.ForwardedRequests;
import org.banip.server.settings.Settings;
import org.banip.surrogate.alert.Alerting;
import org.banip.surrogate.api.Disappearance;
import org.banip.surrogate.api.ExtensionContext;
import org.banip.surrogate.api.HostContext;
import org.banip.surrogate.api.HostExtension;
import org.banip.surrogate.api.Meters;
import org.banip.surrogate.api.PathSums;
import org.banip.surrogate.api.StartPoint;
import org.banip.surrogate.api.Subscription;
import org.banip.surrogate.api.SurrogateHandle;
import org.banip.surrogate.api.SurrogateListener;
import org.banip.surrogate.api.SurrogateState;
import org.banip.surrogate.api.SurrogateStatistics;
import org.banip.surrogate.api.ViewerAccess;
import org.banip.surrogate.detection.RulesFile;
import org.banip.surrogate.download.SurrogateJars;
import org.banip.surrogate.endpoint.HostRequests;
import org.banip.surrogate.endpoint.HostServlets;
import org.banip.surrogate.endpoint.TokenViewers;
import org.banip.surrogate.interconnect.HostInterconnect;
import org.banip.surrogate.interconnect.HostParts;
import org.banip.surrogate.interconnect.Interconnects;
import org.banip.surrogate.people.People;
import org.banip.surrogate.people.PeopleViewers;
import org.banip.surrogate.people.spi.ExternalLogIn;
import org.banip.surrogate.people.spi.ExternalLogInProvider;
import org.banip.surrogate.settings.AccessSettings;
import org.banip.surrogate.settings.HostSettings;
import org.banip.surrogate.settings.SurrogateJarSettings;
import org.banip.surrogate.store.JdbcStore;
import org.banip.surrogate.store.Store;
import org.banip.surrogate.store.StoreSettings;
import org.banip.surrogate.subscriber.CatchUp;
import org.banip.surrogate.viewer.ViewerServlets;

/**
 * A surrogate host: takes the streams of many MBUs, stores them exactly, and shows them live. Build it, {@link #install} it into
 * a servlet container (or use {@code org.banip.surrogate.standalone}), close it. Any thread.
 */
public final class SurrogateHost implements AutoCloseable {
    /** Bytes of live data that wait for one subscriber, unless it says otherwise. */
    public static final long SUBSCRIBER_QUEUE_BYTES = 8 << 20;

    private static final long LONGEST_TICK_MILLIS = 250;
    private static final long LOOK_AT_ABSENT_MILLIS = 1000;
    /** A session without data that began this long, and the grace time, before the start: no other host is likely to have it. */
    private static final Duration ABANDONED_AFTER = Duration.ofDays(1);

    private final Optional<SurrogateJars> jars;
    private final HostParts parts;
    private final Interconnects interconnects;
    private final HostRequests requests;
    private final HostServlets servlets;
    private final ViewerServlets viewers;
    private final Optional<People> people;
    private final Optional<Alerting> alerting;
    private final Extensions extensions = new Extensions();

    SurrogateHost(HostParts parts, Optional<SurrogateJars> jars, Optional<People> people, Optional<Alerting> alerting) {
        this.parts = parts;
        this.jars = jars;
        this.people = people;
        this.alerting = alerting;
        Duration inUse = parts.liveness().grace().plus(ABANDONED_AFTER);
        parts.store().removeEmpty(parts.clock().epochNanos() - inUse.toNanos());
        interconnects = new Interconnects(parts);
        requests =
                new HostRequests(parts.workers().deadlines(), parts.liveness().silentAfter(), parts.audit());
        servlets = new HostServlets(interconnects, parts, requests);
        viewers = new ViewerServlets(interconnects, parts, requests, extensions::status, people, alerting);
        long tick = Math.max(
                1, Math.min(LONGEST_TICK_MILLIS, parts.liveness().keepAlive().toMillis() / 4));
        parts.workers().deadlines().every(Duration.ofMillis(tick), interconnects::tick);
        parts.workers()
                .deadlines()
                .every(
                        Duration.ofMillis(LOOK_AT_ABSENT_MILLIS),
                        () -> parts.detectors().tick(parts.workers()::inOrder));
        alerting.ifPresent(alerts -> alerts.start(this::surrogates, this::tell));
    }

    /** Starts its extensions; closes the host if one of them fails. */
    void start(List<HostExtension> all, HostContext offers) {
        ExtensionContext context = new HostForExtensions(this, parts, offers);
        try {
            all.forEach(extension -> extensions.start(extension, context));
        } catch (RuntimeException | Error e) {
            close();
            throw e;
        }
    }

    /** A host that keeps what comes in this store; the store is closed with the host. */
    public static SurrogateHostBuilder builder(Store store) {
        return new SurrogateHostBuilder(store);
    }

    /**
     * A host and its store, as an operator set them.
     *
     * @throws IllegalArgumentException if a file that the settings name is wrong; there is no new store then
     * @throws org.banip.core.error.BanipException {@code STORAGE_UNAVAILABLE} if the store cannot be opened
     */
    public static SurrogateHost open(HostSettings settings) {
        Optional<SurrogateJarSettings> jars = settings.surrogateJars();
        Audit audit = ServerAudit.open(HostSettings.TABLE, settings.settings());
        try {
            return open(settings, jars, audit);
        } catch (RuntimeException | Error e) {
            audit.close();
            throw e;
        }
    }

    private static SurrogateHost open(HostSettings settings, Optional<SurrogateJarSettings> jars, Audit audit) {
        // What may be wrong is read before there is a store, so that a host that does not start leaves no files.
        Optional<RulesFile> detectors = settings.detectors().map(RulesFile::new);
        Alerting.requireContacts(settings.alerts());
        jars.ifPresent(SurrogateJars::requireSigners);
        Optional<People> people = people(settings);
        Store store = JdbcStore.open(settings.store(), StoreSettings.DEFAULT);
        try {
            SurrogateHostBuilder builder = builder(store).audit(audit).alerts(settings.alerts());
            jars.ifPresent(builder::surrogateJars);
            people.ifPresent(builder::people);
            ViewerAccess viewers = people.<ViewerAccess>map(
                            named -> new PeopleViewers(named, settings.access().viewerTokens()))
                    .orElseGet(() -> new TokenViewers(settings.access().viewerTokens()));
            detectors.ifPresent(builder::detectors);
            builder.banDetectors(settings.banDetectors());
            settings.sealKeys()
                    .ifPresent(folder ->
                            builder.transcoders(Transcoders.installed().withKeys(folder)));
            return builder.liveness(settings.liveness())
                    .limits(settings.limits())
                    .quotas(settings.quotas())
                    .reorder(settings.reorder())
                    .pathNames(settings.pathNames())
                    .offer(Settings.class, settings.settings())
                    .offer(ViewerAccess.class, viewers)
                    .build();
        } catch (RuntimeException | Error e) {
            store.close();
            throw e;
        }
    }

    private static Optional<People> people(HostSettings settings) {
        Optional<ExternalLogIn> external =
                ServiceLoader.load(ExternalLogInProvider.class, SurrogateHost.class.getClassLoader()).stream()
                        .flatMap(found -> found.get().open(settings.settings()).stream())
                        .findFirst();
        try {
            if (external.isPresent() && settings.people().isEmpty()) {
                throw new IllegalArgumentException("log-in at " + external.get().inWords()
                        + " needs viewers-file, which says who may do what; 'banip host passwd' makes it");
            }
            return settings.people().map(file -> new People(file, external));
        } catch (RuntimeException | Error e) {
            external.ifPresent(ExternalLogIn::close);
            throw e;
        }
    }

    /**
     * Adds the host's servlets to a context that is being started: for MBUs and brokers below {@code interconnects}, for viewers
     * at {@code /} and below {@code surrogates}.
     */
    public void install(ServletContext context, AccessSettings access) {
        installForBrokers(context, access);
        viewers.install(context, access);
    }

    /** Adds those for MBUs and brokers only: nobody sees anything by this context. */
    public void installForBrokers(ServletContext context, AccessSettings access) {
        ForwardedRequests.install(context, access.trustedProxies());
        servlets.install(context, access);
    }

    /** All surrogates, active and silent. */
    public List<SurrogateHandle> surrogates() {
        return new ArrayList<>(interconnects.all());
    }

    /** The surrogate of a session. */
    public Optional<SurrogateHandle> surrogate(UUID session) {
        return interconnects.find(session).map(interconnect -> interconnect);
    }

    /** Adds a live subscriber with a queue of {@link #SUBSCRIBER_QUEUE_BYTES}; {@code name} names its thread. */
    public Subscription subscribe(String name, SurrogateListener listener) {
        return subscribe(name, SUBSCRIBER_QUEUE_BYTES, listener);
    }

    /** Adds a live subscriber; {@code queueBytes} of sensor sets may wait for it, what is beyond is left out and counted. */
    public Subscription subscribe(String name, long queueBytes, SurrogateListener listener) {
        return parts.subscribers().subscribe(name, Optional.empty(), queueBytes, listener);
    }

    /**
     * Adds a subscriber to one surrogate from a start point on.
     *
     * @throws BanipException {@code UNKNOWN_INTERCONNECT} if there is none of this session
     */
    Subscription subscribe(String name, UUID session, StartPoint from, long queueBytes, SurrogateListener listener) {
        SurrogateHandle surrogate = surrogate(session)
                .orElseThrow(() -> new BanipException(
                        ErrorCode.UNKNOWN_INTERCONNECT, "no surrogate of session " + session + " is active"));
        if (!(from instanceof StartPoint.Stored stored)) {
            return parts.subscribers().subscribe(name, Optional.of(session), queueBytes, listener);
        }
        check(stored, surrogate);
        CatchUp catchUp = new CatchUp(parts.store(), parts.transcoders(), this::surrogate, stored, listener);
        return catchUp.ending(parts.subscribers().subscribe(name, Optional.of(session), queueBytes, catchUp));
    }

    static void check(StartPoint.Stored from, SurrogateHandle of) {
        int groups = of.description().ban().groups().size();
        int numbers = from.nextSequences().size();
        if (numbers > groups) {
            throw new IllegalArgumentException(
                    Counted.of(numbers, "sequence number") + " for a BAN of " + Counted.of(groups, "group")
                            + ", session " + of.description().session());
        }
    }

    /** A step of an alert is told to those who see the session in which it was found, or the newest one of the BAN. */
    private void tell(AlertNotice step) {
        interconnects
                .find(step.session())
                .or(() -> interconnects.all().stream()
                        .filter(one -> one.description().ban().id().equals(step.ban()))
                        .max(Comparator.comparingLong(one -> one.description().activatedNanos())))
                .ifPresent(interconnect -> interconnect.alert(step));
    }

    /** The people who are named as viewers, if any are. */
    public Optional<People> people() {
        return people;
    }

    /** Its alerts, if it keeps any. */
    public Optional<Alerting> alerting() {
        return alerting;
    }

    /** What its extensions tell the operator, a line each. */
    public List<String> extensionStatus() {
        return extensions.status();
    }

    /** Lets its extensions add what monitoring reads of them; to be called once. */
    public void extensionMeters(Function<String, Meters> ofExtension) {
        extensions.meters(ofExtension);
    }

    /** The store it was built with. */
    public Store store() {
        return parts.store();
    }

    /** What it did so far. */
    public HostStatistics statistics() {
        int silent = 0;
        int open = 0;
        long faults = 0;
        List<HostInterconnect> all = interconnects.all();
        for (HostInterconnect interconnect : all) {
            silent += interconnect.state() == SurrogateState.SILENT ? 1 : 0;
            SurrogateStatistics counted = interconnect.statistics();
            open += counted.openDataRequests();
            faults += counted.faults();
        }
        return new HostStatistics(
                all.size(),
                silent,
                interconnects.registered(),
                interconnects.ended(Disappearance.EXPIRED),
                interconnects.ended(Disappearance.DEREGISTERED),
                open,
                faults,
                parts.counters().duplicates(),
                parts.counters().paths().sums(),
                requests.refused(),
                parts.memory().held(),
                parts.subscribers().count(),
                parts.subscribers().statistics(),
                parts.store().statistics());
    }

    /** What came by which paths, as anybody may read it: names that the operator does not allow are one, {@code other}. */
    public List<PathSums> shownPaths() {
        return parts.counters().paths().shown();
    }

    /** Ends all interconnects, lets the subscribers take what waits for them, stops extensions, and closes the store. */
    @Override
    public void close() {
        jars.ifPresent(SurrogateJars::close);
        interconnects.close();
        parts.workers().close();
        parts.subscribers().close();
        extensions.stop();
        people.ifPresent(People::close);
        alerting.ifPresent(Alerting::close);
        parts.store().close();
        parts.audit().close();
    }

    /** Its audit log; keeps nothing if there is none. */
    public Audit audit() {
        return parts.audit();
    }

    /** Whether it has an audit log. */
    public boolean isAudited() {
        return parts.audit() != Audit.OFF;
    }

    /** Which groups no detector watches because one failed, and which detectors watch nothing, if there are any. */
    public Optional<String> detectorProblem() {
        return parts.detectors().problem();
    }

    /** Why its audit log cannot be written, if it cannot. */
    public Optional<String> auditProblem() {
        return parts.audit().problem();
    }
}
