package org.banip.mbu;

import java.net.URI;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.banip.core.ban.ServiceClass;
import org.banip.core.interconnect.ReorderWindow;
import org.banip.mbu.broker.Brokers;
import org.banip.mbu.interconnect.PathSetup;
import org.banip.mbu.scheduling.Schedulers;
import org.banip.mbu.settings.PathPolicySettings;
import org.banip.mbu.settings.PathSettings;
import org.banip.mbu.spi.Networks;
import org.banip.mbu.spi.PathForecast;
import org.banip.mbu.spi.PathScheduler;
import org.banip.mbu.spi.UplinkContext;
import org.banip.mbu.spi.UplinkFactory;
import org.banip.mbu.uplink.Uplinks;
import org.jspecify.annotations.Nullable;

/** The paths of an MBU that is being configured: those that the app has added, or one. One thread at a time. */
final class PathList {
    private static final int MOST = 16;
    private static final String ONLY = "default";

    private UplinkFactory uplink = Uplinks.named(Uplinks.CHUNKED);
    private List<UplinkFactory> alike = List.of();
    private PathPolicySettings policy = PathPolicySettings.DEFAULT;
    private @Nullable PathScheduler scheduler;
    private PathForecast forecast = PathForecast.NONE;
    private Networks networks = Networks.polled(Networks.DEFAULT_INTERVAL);
    private Optional<ReorderWindow> reorder = Optional.empty();
    private final List<PathSettings> added = new ArrayList<>();
    private final List<Optional<URI>> brokers = new ArrayList<>();
    private final List<Optional<UplinkFactory>> kinds = new ArrayList<>();

    /** The uplink of the paths that have none of their own. */
    void uplink(UplinkFactory factory) {
        uplink = factory;
        alike = List.of();
    }

    void uplinks(List<UplinkFactory> factories) {
        alike = List.copyOf(factories);
    }

    void add(PathSettings settings, Optional<UplinkFactory> kind) {
        if (added.size() == MOST) {
            throw new IllegalArgumentException("path " + settings.name() + ": an MBU has at most " + MOST + " paths");
        }
        if (added.stream().anyMatch(path -> path.name().equals(settings.name()))) {
            throw new IllegalArgumentException("path " + settings.name() + " is there already");
        }
        Optional<URI> broker = settings.broker().map(BrokerUrl::normalized);
        Optional<UplinkFactory> own =
                kind.isPresent() ? kind : settings.uplink().map(Uplinks::named);
        added.add(settings);
        brokers.add(broker);
        kinds.add(own);
    }

    void policy(PathPolicySettings settings) {
        for (ServiceClass of : ServiceClass.values()) {
            PathScheduler unused = Schedulers.named(settings.schedulerOf(of));
        }
        policy = settings;
    }

    void reorder(ReorderWindow window) {
        reorder = Optional.of(window);
    }

    /** The reorder window that the host is asked for: with one path none is needed. */
    Optional<ReorderWindow> reorder() {
        boolean several = added.size() > 1 || alike.size() > 1;
        return several && !reorder.isPresent() ? Optional.of(ReorderWindow.SEVERAL_PATHS) : reorder;
    }

    PathPolicySettings policy() {
        return policy;
    }

    void scheduler(PathScheduler own) {
        scheduler = own;
    }

    void forecast(PathForecast foresees) {
        forecast = foresees;
    }

    void networks(Networks known) {
        networks = known;
    }

    /** The scheduler of each service class. */
    Map<ServiceClass, PathScheduler> schedulers() {
        PathScheduler own = scheduler;
        Map<ServiceClass, PathScheduler> all = new EnumMap<>(ServiceClass.class);
        for (ServiceClass of : ServiceClass.values()) {
            all.put(of, own == null ? Schedulers.named(policy.schedulerOf(of)) : own);
        }
        return all;
    }

    /**
     * Requires TLS of the paths' own brokers that are on other machines.
     *
     * @throws IllegalArgumentException for {@code http} to another machine
     */
    void requireProtected() {
        brokers.forEach(broker -> broker.ifPresent(BrokerUrl::requireProtected));
    }

    /**
     * Requires that no path has a broker of its own: the MBU chooses one for all.
     *
     * @throws IllegalArgumentException if one has
     */
    void requireNoBrokers() {
        for (int p = 0; p < added.size(); p++) {
            if (brokers.get(p).isPresent()) {
                throw new IllegalArgumentException("path " + added.get(p).name() + ": it has a broker of its own, "
                        + brokers.get(p).get() + ", and the MBU chooses one of several brokers for all paths;"
                        + " give one broker, or none to paths");
            }
        }
    }

    /** The paths, each with a context of its own. */
    List<PathSetup> setups(Supplier<UplinkContext> contexts, Brokers of) {
        List<PathSetup> setups = new ArrayList<>();
        for (int p = 0; p < added.size(); p++) {
            PathSettings settings = added.get(p);
            UplinkContext named = contexts.get().knowing(of::addresses).onPath(settings.name());
            UplinkContext context = brokers.get(p).map(named::to).orElse(named);
            setups.add(new PathSetup(settings, kinds.get(p).orElse(uplink), context, networks, forecast, of));
        }
        if (setups.isEmpty()) {
            List<UplinkFactory> factories = alike.isEmpty() ? List.of(uplink) : alike;
            for (int p = 0; p < factories.size(); p++) {
                String name = factories.size() == 1 ? ONLY : "path-" + (p + 1);
                UplinkContext context = contexts.get().knowing(of::addresses);
                setups.add(new PathSetup(PathSettings.named(name), factories.get(p), context, networks, forecast, of));
            }
        }
        return setups;
    }
}
