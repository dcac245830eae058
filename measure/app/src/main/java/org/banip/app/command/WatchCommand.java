package org.banip.app.command;

import java.io.PrintWriter;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.banip.app.option.Checked;
import org.banip.app.option.JiniOptions;
import org.banip.app.option.ReductionOptions;
import org.banip.app.option.TrustOption;
import org.banip.app.terminal.Figures;
import org.banip.app.terminal.ProgressDisplay;
import org.banip.app.terminal.Stop;
import org.banip.app.watch.Digests;
import org.banip.app.watch.HttpSource;
import org.banip.app.watch.JiniAccess;
import org.banip.app.watch.JiniSource;
import org.banip.app.watch.LiveListener;
import org.banip.app.watch.LiveSource;
import org.banip.app.watch.LiveWatch;
import org.banip.app.watch.SampleRows;
import org.banip.app.watch.SurrogateSummary;
import org.banip.app.watch.Wanted;
import org.banip.surrogate.api.Disappearance;
import org.banip.surrogate.api.reduction.Reduction;
import org.banip.surrogate.jini.client.ListedSurrogate;
import org.banip.surrogate.jini.filter.JvmFilter;
import org.banip.surrogate.jini.remote.AccessToken;
import org.banip.surrogate.jini.transport.Transport;
import org.banip.surrogate.store.SessionPrefix;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code banip watch}. */
@Command(
        name = "watch",
        header = "Shows a BAN live, or lists the BANs of surrogate hosts.",
        description =
                "Waits for a BAN, even while the host cannot be reached, and ends when the BAN disappears. --list does not wait.")
final class WatchCommand implements Callable<Integer> {
    private final Stop stop;

    @Mixin
    private final HostOptions host = new HostOptions();

    @Mixin
    private final TrustOption trust = new TrustOption();

    @Mixin
    private final ViewerOptions viewer;

    @Option(
            names = "--jini",
            description =
                    "Find BANs in lookup services and subscribe to them over Jini, instead of at one host. Default: no.")
    private boolean jini;

    @Mixin
    private final JiniOptions jiniOptions = new JiniOptions();

    @Option(names = "--list", description = "List the current BANs and end. Default: no.")
    private boolean list;

    /** The BAN to show: at most one of these options. */
    private static final class Selection {
        @Option(
                names = "--ban",
                paramLabel = "ID",
                description = "Show this BAN. Default: the BAN that was activated last.")
        private @Nullable String ban;

        @Option(
                names = "--session",
                paramLabel = "UUID",
                description =
                        "Show the BAN of this session: its id, or how that begins. Default: the BAN that was activated last.")
        private @Nullable SessionPrefix session;
    }

    @ArgGroup
    private Selection selection = new Selection();

    @Mixin
    private final ReductionOptions reduced = new ReductionOptions();

    @Option(names = "--csv", description = "Print the samples of one group on standard output, as CSV. Default: no.")
    private boolean csv;

    @Option(names = "--group", paramLabel = "NAME", description = "The group for --csv. Default: the first group.")
    private String group = "";

    @Option(
            names = "--from-start",
            description =
                    "Begin with what is stored of the session, and leave nothing out. Default: with what comes from now on.")
    private boolean fromStart;

    @Option(
            names = "--digest",
            description =
                    "At the end, print number and digest of the sensor sets of each group, as 'banip export' does; with --jini."
                            + " Default: no.")
    private boolean digest;

    @CommandLine.Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandLine.Model.CommandSpec spec;

    /** Whether whoever read the rows has gone. */
    private volatile boolean unread;

    WatchCommand(Stop stop, Map<String, String> environment) {
        this.stop = stop;
        viewer = new ViewerOptions(environment);
    }

    @Override
    public Integer call() throws InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        Digests digests = new Digests(out);
        try (LiveSource source = Checked.options(spec, () -> jini ? overJini(digests) : overHttp())) {
            if (list) {
                return list(source, out);
            }
            stop.listen();
            watch(source);
        }
        if (digest) {
            digests.print();
        }
        return ExitCode.OK;
    }

    private void watch(LiveSource source) throws InterruptedException {
        String end;
        try (ProgressDisplay progress = ProgressDisplay.onStandardError()) {
            String first = fromStart ? LiveSource.BEGINNING : csv ? "" : LiveSource.TAIL;
            LiveWatch watch = new LiveWatch(source, wanted(), first, shown -> through(shown, progress), progress, stop);
            end = watch.untilItDisappears()
                    .map(reason -> watch.name() + watch.session() + " disappeared: " + reason + inWords(reason))
                    .orElseGet(() -> "the watch of " + watch.name() + " ends: "
                            + (unread ? "nobody reads its output any more" : "stopped"));
        }
        spec.commandLine().getErr().println(end); // the display, when it ends, would draw over it
    }

    private static String inWords(String reason) {
        return Arrays.stream(Disappearance.values())
                .filter(known -> known.token().equals(reason))
                .findFirst()
                .map(known -> switch (known) {
                    case DEREGISTERED -> " (its MBU has ended)";
                    case EXPIRED -> " (nothing came of its MBU for longer than the host waits)";
                    case CANCELLED -> " (its surrogate has ended itself)";
                    case REMOVED -> " (an operator has deleted its record)";
                    case TAKEN_OVER -> " (another host goes on with it)";
                    case HOST_STOPPED -> " (the host stops)";
                })
                .orElse("");
    }

    private LiveSource overHttp() {
        if (digest) {
            throw new IllegalArgumentException("--digest needs --jini");
        }
        Reduction wanted = reduced.reduction();
        if (fromStart && !wanted.isNone()) {
            throw new IllegalArgumentException("--from-start with --channel, --rate or --numerics needs --jini");
        }
        return new HttpSource(viewer.at(host.checked(), trust.tls()), wanted);
    }

    private LiveSource overJini(Digests digests) {
        AccessToken presented = viewer.token().map(AccessToken::new).orElse(AccessToken.NONE);
        Transport transport = jiniOptions.transport();
        JiniAccess access = new JiniAccess(jiniOptions.places(), transport, presented, reduced.reduction());
        JvmFilter.installForWholeJvm();
        return digest
                ? new JiniSource(access, this::sayFound, digests)
                : new JiniSource(access, found -> {}, data -> {});
    }

    private void sayFound(ListedSurrogate surrogate) {
        spec.commandLine().getOut().println("found " + surrogate.words());
    }

    private int list(LiveSource source, PrintWriter out) throws InterruptedException {
        List<SurrogateSummary> all = source.surrogates();
        List<SurrogateSummary> wanted = all.stream().filter(wanted()).toList();
        for (SurrogateSummary surrogate : wanted) {
            print(source.counted(surrogate), out);
        }
        if (wanted.isEmpty()) {
            String there = all.stream().map(SurrogateSummary::ban).distinct().collect(Collectors.joining(", "));
            spec.commandLine()
                    .getErr()
                    .println((all.isEmpty()
                                    ? "there is no BAN now at " + source.where()
                                    : "there is no such BAN now; there are " + there)
                            + source.denies(wanted()).map(why -> "; " + why).orElse(""));
        }
        return wanted.isEmpty() && wanted().isSelective() ? ExitCode.SOFTWARE : ExitCode.OK;
    }

    private LiveListener through(LiveListener shown, ProgressDisplay progress) {
        return csv ? new SampleRows(group, spec.commandLine().getOut(), shown, progress::note, this::endUnread) : shown;
    }

    private void endUnread() {
        unread = true;
        stop.request();
    }

    private Wanted wanted() {
        return new Wanted(Optional.ofNullable(selection.ban), Optional.ofNullable(selection.session));
    }

    private static void print(SurrogateSummary surrogate, PrintWriter out) {
        out.println(surrogate.session() + "  " + surrogate.ban() + "  " + surrogate.state() + ", activated "
                + Instant.ofEpochSecond(0, surrogate.activatedNanos()).truncatedTo(ChronoUnit.SECONDS));
        for (SurrogateSummary.Group measured : surrogate.groups()) {
            out.println("    " + measured.name() + ": " + Figures.counted(measured.channels(), "channel")
                    + (measured.events() ? ", " : " at " + measured.hertz() + " Hz, ")
                    + Figures.counted(measured.units(), measured.events() ? "event" : "sensor set") + " in "
                    + Figures.counted(measured.packets(), "packet") + " since then" + away(measured));
        }
    }

    /** A group that no command is known to have stopped was put away by its app. */
    private static String away(SurrogateSummary.Group group) {
        if (!group.retired()) {
            return "";
        }
        return group.stopped().isEmpty() ? ", put away" : ", stopped " + group.stopped();
    }
}
