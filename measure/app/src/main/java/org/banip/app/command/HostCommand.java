package org.banip.app.command;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.banip.app.option.Checked;
import org.banip.app.option.SettingOptions;
import org.banip.app.terminal.Figures;
import org.banip.app.terminal.Stop;
import org.banip.surrogate.HostStatistics;
import org.banip.surrogate.SurrogateHost;
import org.banip.surrogate.people.People;
import org.banip.surrogate.settings.HostSettings;
import org.banip.surrogate.standalone.HostServer;
import org.banip.surrogate.standalone.HostServerSettings;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;

/** {@code banip host}. */
@Command(
        name = "host",
        customSynopsis = {"banip host [OPTIONS]", "banip host passwd FILE USER [--roles ROLES] [--bans BANS]"},
        subcommands = PersonCommand.class,
        header = "Runs a surrogate host.",
        description = "Receives the streams of MBUs, stores them and shows them live, until it is interrupted.")
final class HostCommand implements Callable<Integer> {
    private static final int MOST_NAMED = 5;

    private final Stop stop;

    private final SettingOptions options;

    @CommandLine.Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandLine.Model.CommandSpec spec;

    private HostCommand(Stop stop, SettingOptions options) {
        this.stop = stop;
        this.options = options;
    }

    /** The command, with an option for each setting of a host. */
    static CommandLine of(Stop stop, Map<String, String> environment) {
        SettingOptions options = new SettingOptions(HostSettings.TABLE, environment);
        return options.addTo(new CommandLine(new HostCommand(stop, options)));
    }

    @Override
    public Integer call() throws InterruptedException {
        HostSettings settings = new HostSettings(options.read(spec));
        HostServerSettings unused = Checked.options(spec, () -> HostServerSettings.of(settings));
        stop.listen();
        Checked.listening(
                "--port",
                () -> Checked.options(spec, () -> {
                    HostServer.requireFreePorts(settings);
                    return settings;
                }));
        try (SurrogateHost host = Checked.options(spec, () -> SurrogateHost.open(settings));
                HostServer server = Checked.listening(
                        "--port", () -> Checked.options(spec, () -> HostServer.start(host, settings)))) {
            PrintWriter out = spec.commandLine().getOut();
            out.println("host ready at " + server.baseUri()
                    + settings.listening().reach() + ", also for browsers; store " + settings.store());
            out.println(People.inWords(host.people(), settings.access()));
            host.extensionStatus().forEach(out::println);
            while (!stop.await(Duration.ofHours(1))) {
                // wait until the user ends it
            }
            out.println(summary(host.statistics(), stillLive(host)));
        }
        return ExitCode.OK;
    }

    /** Lists the interconnects that end with the host. */
    private static String stillLive(SurrogateHost host) {
        return host.surrogates().stream()
                .map(surrogate -> surrogate.description().ban().id())
                .sorted()
                .limit(MOST_NAMED)
                .collect(Collectors.joining(", "));
    }

    private static String summary(HostStatistics did, String live) {
        String named = live.isEmpty() ? "" : " (" + live + (did.interconnects() > MOST_NAMED ? ", ..." : "") + ")";
        return "host ends: " + Figures.counted(did.registered(), "interconnect") + " registered, "
                + Figures.count(did.interconnects()) + " still live" + named + ", "
                + Figures.counted(did.store().packets(), "packet") + " and "
                + Figures.counted(did.store().gaps(), "gap") + " stored";
    }
}
