package org.banip.app.option;

import java.net.NetworkInterface;
import java.net.SocketException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.banip.core.ban.ServiceClass;
import org.banip.core.interconnect.ReorderWindow;
import org.banip.mbu.MobileBaseUnitBuilder;
import org.banip.mbu.settings.PathPolicySettings;
import org.banip.mbu.settings.PathSettings;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options for the paths of an MBU. */
public final class PathOptions {
    private static final double PERCENT = 100;

    @Option(
            names = "--path",
            paramLabel = PathOption.FORM,
            converter = PathOption.class,
            description =
                    "One way to the broker of several (docs/paths.md): its name, uplink, and local address or interface. MORE:"
                            + " broker=URL is a broker of its own, backup is for the time when no other path is good, metered=PRICE"
                            + " is what a megabyte costs, keep-warm=MILLIS sends a keep-alive after this time without a frame, 50 to 60000,"
                            + " and a cold backup has no connection while a normal path is good. May be repeated. Default: one path, which the system chooses.")
    private List<PathSettings> paths = new ArrayList<>();

    @Option(
            names = "--scheduler",
            paramLabel = "[CLASS=]NAME",
            split = ",",
            converter = SchedulerOption.Converter.class,
            completionCandidates = SchedulerOption.Names.class,
            description =
                    "Which of several paths sends what (docs/paths.md): ${COMPLETION-CANDIDATES}. After CLASS= it is for one service"
                            + " class only, alarm, live or bulk. May be repeated. Needs --path. Default: default.")
    private List<SchedulerOption> schedulers = new ArrayList<>();

    @Option(
            names = "--detect-after",
            paramLabel = "N",
            converter = Ranges.DetectSeconds.class,
            description =
                    "Leave a path whose acknowledgements are overdue for this number of seconds, 0.01 to 60 (docs/paths.md)."
                            + " Needs --path. Default: 1.")
    private @Nullable Duration detectAfter;

    @Option(
            names = "--return-after",
            paramLabel = "N",
            converter = Ranges.ReturnSeconds.class,
            description =
                    "Use such a path again when probes were answered in time for this number of seconds, 0.1 to 600."
                            + " Needs --path. Default: 3.")
    private @Nullable Duration returnAfter;

    @Option(
            names = "--reinject",
            paramLabel = "PERCENT",
            converter = Ranges.Percent.class,
            description =
                    "The most that packets may have of all bytes that go by another path as well because that is cheaper than waiting,"
                            + " 0 to 100. Needs --path. Default: 2.")
    private @Nullable Double reinject;

    @Option(
            names = "--reorder-bytes",
            paramLabel = "N",
            converter = Ranges.WindowBytes.class,
            description =
                    "The most bytes of each group that may wait at the host for what a slower path brings later, 1 to 1073741824; the host"
                            + " may allow less (docs/paths.md). Needs --path. Default: 4194304.")
    private @Nullable Integer reorderBytes;

    @Option(
            names = "--reorder-seconds",
            paramLabel = "N",
            converter = Ranges.WindowSeconds.class,
            description = "The longest that they may wait, 0.001 to 3600 seconds. Needs --path. Default: 30.")
    private @Nullable Duration reorderTime;

    /**
     * Configures the paths and how they share the work.
     *
     * @throws IllegalArgumentException if a value is not allowed, if there is no path, or if a service class has two schedulers
     */
    public void configure(MobileBaseUnitBuilder builder) {
        requirePaths();
        requireNames();
        paths.forEach(builder::path);
        builder.pathPolicy(policy());
        if (reorderBytes != null || reorderTime != null) {
            ReorderWindow usual = ReorderWindow.SEVERAL_PATHS;
            builder.reorderWindow(
                    reorderBytes == null ? usual.bytes() : reorderBytes,
                    reorderTime == null ? usual.time() : reorderTime);
        }
    }

    /** How they share it. */
    PathPolicySettings policy() {
        PathPolicySettings policy = PathPolicySettings.DEFAULT;
        Set<Optional<ServiceClass>> seen = new HashSet<>();
        for (SchedulerOption scheduler : schedulers) {
            if (!seen.add(scheduler.of())) {
                throw new IllegalArgumentException("--scheduler: " + scheduler.whose() + " would have two schedulers");
            }
            policy = scheduler.in(policy);
        }
        if (reinject != null) {
            policy = policy.reinject(reinject / PERCENT);
        }
        return policy.times(
                detectAfter == null ? policy.detectAfter() : detectAfter,
                returnAfter == null ? policy.returnAfter() : returnAfter);
    }

    /** An option that would change nothing is refused. */
    private void requirePaths() {
        Map<String, Optional<?>> given = new LinkedHashMap<>();
        given.put("--scheduler", schedulers.stream().findFirst());
        given.put("--detect-after", Optional.ofNullable(detectAfter));
        given.put("--return-after", Optional.ofNullable(returnAfter));
        given.put("--reinject", Optional.ofNullable(reinject));
        given.put("--reorder-bytes", Optional.ofNullable(reorderBytes));
        given.put("--reorder-seconds", Optional.ofNullable(reorderTime));
        given.values().removeIf(Optional::isEmpty);
        if (paths.isEmpty() && !given.isEmpty()) {
            throw new IllegalArgumentException(String.join(", ", given.keySet())
                    + ": there is one path only; name each of several with --path, for example --path wifi@wlan0"
                    + " --path lte@wwan0");
        }
    }

    private void requireNames() {
        Set<String> names = new HashSet<>();
        for (PathSettings path : paths) {
            if (!names.add(path.name())) {
                throw new IllegalArgumentException(
                        "--path: two are named " + path.name() + "; each needs a name of its own");
            }
        }
    }

    /** A line for each path whose interface this machine does not have now; it may come later. */
    public List<String> missing() {
        return missing(interfaces());
    }

    /** The lines if the machine has these; none if they are not known. */
    List<String> missing(Set<String> interfaces) {
        List<String> lines = new ArrayList<>();
        if (interfaces.isEmpty()) {
            return lines;
        }
        for (PathSettings path : paths) {
            path.networkInterface()
                    .filter(name -> !interfaces.contains(name))
                    .ifPresent(name -> lines.add("--path " + path.name() + "@" + name + ": no such interface; there "
                            + (interfaces.size() == 1 ? "is " : "are ") + String.join(", ", interfaces)));
        }
        return lines;
    }

    /** None if they cannot be read. */
    private static Set<String> interfaces() {
        try {
            return NetworkInterface.networkInterfaces()
                    .map(NetworkInterface::getName)
                    .collect(Collectors.toCollection(TreeSet::new));
        } catch (SocketException e) {
            return Set.of();
        }
    }

    /** The names of the paths that are given. */
    public List<String> names() {
        return paths.stream().map(PathSettings::name).toList();
    }
}
