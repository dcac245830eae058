package org.banip.app.option;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
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
                    "One way to the broker of several (docs/paths.md): its name, uplink, local address or interface, whether it is a"
                            + " backup, and what a megabyte costs. May be repeated. Default: one path, which the system chooses.")
    private List<PathSettings> paths = new ArrayList<>();

    @Option(
            names = "--scheduler",
            paramLabel = "NAME",
            defaultValue = "default",
            converter = SchedulerOption.Converter.class,
            completionCandidates = SchedulerOption.Names.class,
            description =
                    "Which of several paths sends what (docs/paths.md): ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
    private SchedulerOption scheduler = new SchedulerOption("default");

    @Option(
            names = "--detect-after",
            paramLabel = "N",
            converter = Ranges.Seconds.class,
            description =
                    "Leave a path whose acknowledgements are overdue for this number of seconds, 0.01 to 60 (docs/paths.md). Default: 1.")
    private @Nullable Duration detectAfter;

    @Option(
            names = "--return-after",
            paramLabel = "N",
            converter = Ranges.Seconds.class,
            description =
                    "Use such a path again when probes were answered in time for this number of seconds, 0.1 to 600. Default: 3.")
    private @Nullable Duration returnAfter;

    @Option(
            names = "--reinject",
            paramLabel = "PERCENT",
            defaultValue = "2",
            description =
                    "The most that packets may have of all bytes that go by another path as well because that is cheaper than waiting,"
                            + " 0 to 100. Default: ${DEFAULT-VALUE}.")
    private double reinject = 2;

    /**
     * Configures the paths and how they share the work.
     *
     * @throws IllegalArgumentException if a value is not allowed
     */
    public void configure(MobileBaseUnitBuilder builder) {
        paths.forEach(builder::path);
        PathPolicySettings normal =
                PathPolicySettings.DEFAULT.scheduler(scheduler.name()).reinject(reinject / PERCENT);
        builder.pathPolicy(normal.times(
                detectAfter == null ? normal.detectAfter() : detectAfter,
                returnAfter == null ? normal.returnAfter() : returnAfter));
    }

    /** The names of the paths that are given. */
    public List<String> names() {
        return paths.stream().map(PathSettings::name).toList();
    }
}
