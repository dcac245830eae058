package org.banip.surrogate;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.function.Supplier;
import org.banip.alerts.AlertRules;
import org.banip.core.interconnect.RegistrationRequest;
import org.banip.core.transcoding.Transcoders;
import org.banip.server.audit.Audit;
import org.banip.surrogate.activation.SurrogateTypes;
import org.banip.surrogate.alert.AlertFindings;
import org.banip.surrogate.alert.Alerting;
import org.banip.surrogate.api.HostContext;
import org.banip.surrogate.api.HostExtension;
import org.banip.surrogate.api.SurrogateProvider;
import org.banip.surrogate.detection.AbsentBans;
import org.banip.surrogate.detection.BanDetectors;
import org.banip.surrogate.detection.BanFindings;
import org.banip.surrogate.detection.DetectorFaults;
import org.banip.surrogate.detection.IdleDetectors;
import org.banip.surrogate.detection.RulesFile;
import org.banip.surrogate.download.SurrogateJars;
import org.banip.surrogate.interconnect.HostCounters;
import org.banip.surrogate.interconnect.HostParts;
import org.banip.surrogate.interconnect.MemoryQuota;
import org.banip.surrogate.interconnect.Quotas;
import org.banip.surrogate.interconnect.StorageLog;
import org.banip.surrogate.interconnect.Workers;
import org.banip.surrogate.people.People;
import org.banip.surrogate.settings.AlertSettings;
import org.banip.surrogate.settings.HostClock;
import org.banip.surrogate.settings.HostLimits;
import org.banip.surrogate.settings.LivenessSettings;
import org.banip.surrogate.settings.QuotaSettings;
import org.banip.surrogate.settings.ReorderLimits;
import org.banip.surrogate.settings.SurrogateJarSettings;
import org.banip.surrogate.store.Store;
import org.banip.surrogate.subscriber.Subscribers;

/** Collects what a {@link SurrogateHost} is made of. One thread. */
public final class SurrogateHostBuilder {
    private final Store store;
    private final List<SurrogateProvider> surrogateTypes = new ArrayList<>();
    private final List<HostExtension> extensions = new ArrayList<>();
    private final Map<Class<?>, Object> offers = new HashMap<>();
    private Optional<SurrogateJarSettings> jars = Optional.empty();
    private Optional<People> people = Optional.empty();
    private Transcoders transcoders = Transcoders.installed();
    private LivenessSettings liveness = LivenessSettings.DEFAULT;
    private HostLimits limits = HostLimits.DEFAULT;
    private QuotaSettings quotas = QuotaSettings.DEFAULT;
    private ReorderLimits reorder = ReorderLimits.DEFAULT;
    private Set<String> pathNames = Set.of();
    private HostClock clock = HostClock.system();
    private Audit audit = Audit.OFF;
    private Optional<AlertSettings> alerts = Optional.empty();
    private Supplier<AlertRules> detectors = () -> AlertRules.NONE;
    private int banDetectors;
    private BanFindings findings = BanFindings.NOBODY;

    SurrogateHostBuilder(Store store) {
        this.store = store;
        ServiceLoader.load(SurrogateProvider.class, SurrogateHost.class.getClassLoader())
                .forEach(surrogateTypes::add);
        ServiceLoader.load(HostExtension.class, SurrogateHost.class.getClassLoader())
                .forEach(extensions::add);
    }

    /** Without surrogate types and extensions of the class path: with {@code standard}, and what is given by other methods after this one. */
    public SurrogateHostBuilder withoutInstalled() {
        surrogateTypes.clear();
        extensions.clear();
        return this;
    }

    /** The components that chains may be made of; otherwise all that are installed. */
    public SurrogateHostBuilder transcoders(Transcoders known) {
        transcoders = known;
        return this;
    }

    /** One more type of surrogate. */
    public SurrogateHostBuilder surrogateType(SurrogateProvider type) {
        surrogateTypes.add(type);
        return this;
    }

    /** Lets MBUs name the URL of a signed jar as surrogate type; otherwise they may not. {@code build} reads its files. */
    public SurrogateHostBuilder surrogateJars(SurrogateJarSettings settings) {
        jars = Optional.of(settings);
        return this;
    }

    /** Those who may view, operate and export; otherwise nobody is named. They are closed with the host. */
    public SurrogateHostBuilder people(People named) {
        people = Optional.of(named);
        return this;
    }

    /** One more extension, beside those on the class path. */
    public SurrogateHostBuilder extension(HostExtension extension) {
        extensions.add(extension);
        return this;
    }

    /** Something surrogates can {@linkplain HostContext#find find}. */
    public <T> SurrogateHostBuilder offer(Class<T> type, T offered) {
        offers.put(type, offered);
        return this;
    }

    /** When interconnects fall silent and end. */
    public SurrogateHostBuilder liveness(LivenessSettings settings) {
        liveness = settings;
        return this;
    }

    /** Bounds. */
    public SurrogateHostBuilder limits(HostLimits bounds) {
        limits = bounds;
        return this;
    }

    /** What identities may bring in a day, and how full the store's disk may get. */
    public SurrogateHostBuilder quotas(QuotaSettings settings) {
        quotas = settings;
        return this;
    }

    /** How many packets ahead of the next expected one are accepted, per group; 1 to 1,048,576. */
    public SurrogateHostBuilder reorderWindow(int packets) {
        reorder = new ReorderLimits(packets, reorder.bytes(), reorder.time());
        return this;
    }

    /** How much of one session may wait for earlier packets. */
    public SurrogateHostBuilder reorder(ReorderLimits bounds) {
        reorder = bounds;
        return this;
    }

    /**
     * Names of paths that anybody may read in {@link SurrogateHost#shownPaths}. {@link SurrogateHost#statistics} has them in any case; of others
     * only the first ones that come.
     */
    public SurrogateHostBuilder pathNames(Set<String> names) {
        pathNames = names;
        return this;
    }

    /** The clocks; a test's own, for example. */
    public SurrogateHostBuilder clock(HostClock clocks) {
        clock = clocks;
        return this;
    }

    /** The audit log, which is closed with the host, and which extensions find; none unless set. */
    public SurrogateHostBuilder audit(Audit log) {
        audit = log;
        return offer(Audit.class, log);
    }

    /** Keeps alerts in the store and tells contacts of them; otherwise there are none. {@code build} reads the file of contacts. */
    public SurrogateHostBuilder alerts(AlertSettings settings) {
        alerts = Optional.of(settings);
        return this;
    }

    /** The detectors that watch all BANs: asked again and again, the same object until they change; none unless set. */
    public SurrogateHostBuilder detectors(Supplier<AlertRules> rules) {
        detectors = rules;
        return this;
    }

    /** How many detectors that a BAN declares when it registers are run for it, 0 (unless set) to 256. */
    public SurrogateHostBuilder banDetectors(int most) {
        if (most < 0 || most > RegistrationRequest.MAX_DETECTORS) {
            throw new IllegalArgumentException(
                    most + " detectors of a BAN, allowed are 0 to " + RegistrationRequest.MAX_DETECTORS);
        }
        banDetectors = most;
        return this;
    }

    /** Is told what detectors find; otherwise only those who see the surrogate live are. */
    public SurrogateHostBuilder findings(BanFindings listener) {
        findings = listener;
        return this;
    }

    /** The host; it has no thread until there is work. */
    public SurrogateHost build() {
        Optional<SurrogateJars> downloaded = jars.map(SurrogateJars::new);
        Optional<Alerting> alerting = alerting();
        Offers offered = new Offers(Map.copyOf(offers));
        SurrogateHost host = new SurrogateHost(parts(downloaded, alerting, offered), downloaded, people, alerting);
        host.start(extensions, offered);
        return host;
    }

    private Optional<Alerting> alerting() {
        String rules = detectors instanceof RulesFile file ? file.toString() : "the host's detectors";
        return alerts.flatMap(settings ->
                store.sideTables().map(tables -> new Alerting(tables, settings, clock::epochNanos, audit, rules)));
    }

    private HostParts parts(Optional<SurrogateJars> downloaded, Optional<Alerting> alerting, Offers offered) {
        BanFindings told = alerting.<BanFindings>map(alerts -> new AlertFindings(alerts, findings))
                .orElse(findings);
        return new HostParts(
                store,
                transcoders,
                new SurrogateTypes(surrogateTypes, downloaded),
                offered,
                new Subscribers(),
                liveness,
                limits,
                reorder,
                clock,
                new Workers(),
                new Quotas(quotas, store, clock),
                new StorageLog(clock),
                new MemoryQuota(limits),
                new HostCounters(pathNames),
                audit,
                new BanDetectors(
                        detectors,
                        banDetectors,
                        told,
                        store,
                        transcoders,
                        clock,
                        new AbsentBans(detectors, banDetectors, told, store, clock, liveness.expiresAfter()),
                        new DetectorFaults(detectors),
                        new IdleDetectors(detectors, clock)));
    }

    /** What the operator gave to the host for its surrogates. */
    private record Offers(Map<Class<?>, Object> byType) implements HostContext {
        @Override
        public <T> Optional<T> find(Class<T> type) {
            return Optional.ofNullable(byType.get(type)).map(type::cast);
        }

        @Override
        public void cancelActivation() {}
    }
}
