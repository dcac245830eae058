package org.banip.app.command;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Callable;
import org.banip.app.option.Checked;
import org.banip.app.option.SettingOptions;
import org.banip.app.terminal.Figures;
import org.banip.app.terminal.Stop;
import org.banip.surrogate.jini.lookup.LookupServer;
import org.banip.surrogate.jini.lookup.LookupService;
import org.banip.surrogate.jini.settings.LookupServerSettings;
import org.banip.surrogate.jini.transport.Transport;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;

/** {@code banip lookup}. */
@Command(
        name = "lookup",
        header = "Runs a Jini lookup service alone.",
        description =
                "Surrogate hosts whose setting jini-locators names it register their surrogates with it, until it is"
                        + " interrupted. A host without that setting runs a lookup service of its own.")
final class LookupCommand implements Callable<Integer> {
    private final Stop stop;

    private final SettingOptions options;

    @CommandLine.Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandLine.Model.CommandSpec spec;

    private LookupCommand(Stop stop, SettingOptions options) {
        this.stop = stop;
        this.options = options;
    }

    /** The command, with an option for each setting of a lookup service. */
    static CommandLine of(Stop stop, Map<String, String> environment) {
        SettingOptions options = new SettingOptions(LookupServerSettings.TABLE, environment);
        return options.addTo(new CommandLine(new LookupCommand(stop, options)));
    }

    @Override
    public Integer call() throws InterruptedException {
        LookupServerSettings settings = Checked.options(spec, () -> LookupServerSettings.of(options.read(spec)));
        stop.listen();
        try (Transport transport = Checked.options(spec, () -> LookupServer.transport(settings));
                LookupService lookup = Checked.listening("--port", () -> LookupServer.start(settings, transport))) {
            PrintWriter out = spec.commandLine().getOut();
            out.println("lookup ready at " + lookup.locator() + (settings.tls().isPresent() ? " by TLS" : "")
                    + ", groups " + String.join(", ", settings.groups()));
            while (!stop.await(Duration.ofHours(1))) {
                // wait until the user ends it
            }
            out.println("lookup ends: " + Figures.counted(lookup.services(), "service") + " registered, "
                    + Figures.counted(lookup.refusedConnections(), "connection") + " refused");
        }
        return ExitCode.OK;
    }
}
