package org.banip.app.command;

import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.banip.app.option.Checked;
import org.banip.app.option.SettingOptions;
import org.banip.app.terminal.Figures;
import org.banip.app.terminal.Stop;
import org.banip.wsb.BrokerConfiguration;
import org.banip.wsb.BrokerCounters;
import org.banip.wsb.settings.BrokerSettings;
import org.banip.wsb.standalone.WirelessServiceBroker;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.ParameterException;

/** {@code banip wsb}. */
@Command(
        name = "wsb",
        customSynopsis = {"banip wsb --passwords FILE [OPTIONS]", "banip wsb passwd FILE USER"},
        subcommands = PasswdCommand.class,
        header = "Runs a Wireless Service Broker.",
        description = "Authenticates MBUs and relays them to a surrogate host, until it is interrupted.")
final class WsbCommand implements Callable<Integer> {
    private final Stop stop;

    private final SettingOptions options;

    @CommandLine.Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandLine.Model.CommandSpec spec;

    private WsbCommand(Stop stop, SettingOptions options) {
        this.stop = stop;
        this.options = options;
    }

    /** The command, with an option for each setting of a broker. */
    static CommandLine of(Stop stop, Map<String, String> environment) {
        SettingOptions options = new SettingOptions(BrokerSettings.TABLE, environment);
        return options.addTo(new CommandLine(new WsbCommand(stop, options)));
    }

    @Override
    public Integer call() throws InterruptedException {
        BrokerSettings settings = new BrokerSettings(options.read(spec));
        BrokerConfiguration configuration = Checked.options(spec, settings::configuration);
        Optional<Path> missing = settings.find(BrokerSettings.PASSWORDS).filter(file -> !Files.exists(file));
        if (missing.isPresent()) {
            Path passwords = missing.get();
            throw new ParameterException(
                    spec.commandLine(),
                    "password file " + passwords + " does not exist; create it with 'banip wsb passwd " + passwords
                            + " USER'");
        }
        stop.listen();
        try (WirelessServiceBroker broker = Checked.listening(
                "--port",
                () -> Checked.options(
                        spec, () -> WirelessServiceBroker.builder(settings).start()))) {
            PrintWriter out = spec.commandLine().getOut();
            out.println("wsb ready at " + broker.uri() + settings.listening().reach() + ", relays to "
                    + configuration.hosts().description());
            while (!stop.await(Duration.ofHours(1))) {
                // wait until the user ends it
            }
            out.println(summary(broker.counters()));
        }
        return ExitCode.OK;
    }

    private static String summary(BrokerCounters did) {
        return "wsb ends: " + Figures.counted(did.requests(), "request") + ", " + Figures.count(did.relayed())
                + " relayed, " + Figures.count(did.bytesUp()) + " body bytes up, " + Figures.count(did.bytesDown())
                + " down";
    }
}
