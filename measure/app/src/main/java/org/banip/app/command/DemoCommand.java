package org.banip.app.command;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.banip.app.demo.Demo;
import org.banip.app.demo.DemoReport;
import org.banip.app.demo.DemoSettings;
import org.banip.app.demo.JiniDemo;
import org.banip.app.demo.JiniReport;
import org.banip.app.option.Checked;
import org.banip.app.option.Ranges;
import org.banip.app.option.SendOptions;
import org.banip.app.option.SourceOptions;
import org.banip.app.source.SignalSource;
import org.banip.app.terminal.Stop;
import org.banip.core.error.BanipException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code banip demo}. */
@Command(
        name = "demo",
        header = "Streams a signal through all parts on this machine, and checks that delivery was exact.",
        description = {
            "An MBU sends the signal over real sockets through a broker to a surrogate host, which stores it. A live subscriber"
                    + " receives it. At the end, the sensed, the stored and the live samples are compared.",
            "Exits with 0 if all three are equal, otherwise with 1."
        })
final class DemoCommand implements Callable<Integer> {
    private static final Duration GENERATED_LENGTH = Duration.ofSeconds(10);

    private final Stop stop;

    @Mixin
    private final SourceOptions source = new SourceOptions();

    @Option(
            names = "--seconds",
            paramLabel = "N",
            converter = Ranges.Seconds.class,
            description =
                    "Length of the signal, 0.001 seconds or more. Default: the whole recording, or 10 seconds of a generated ECG, 30 with --paths.")
    private @Nullable Duration length;

    @Mixin
    private final SendOptions sending = new SendOptions();

    @Option(
            names = "--jini",
            description =
                    "Store and live subscriber are processes of their own, which find the BAN in a Jini lookup service; so is the"
                            + " host. Prints who found whom. Default: no.")
    private boolean jini;

    @Option(
            names = "--tls",
            description =
                    "All parts talk TLS, with certificates that are made for this demo. Default: plain HTTP on loopback.")
    private boolean tls;

    @Option(
            names = "--paths",
            paramLabel = "LINKS",
            split = ",",
            description =
                    "The MBU reaches the broker over these emulated links (docs/link.md), 2 to 8, for instance wifi,lte. The first"
                            + " one dies silently in the middle. Shows rates, losses and the spool. Needs root. Default: loopback.")
    private List<String> paths = List.of();

    @Option(names = "--json", description = "Print the result as one line of JSON. Default: as text.")
    private boolean json;

    @Option(
            names = "--port-host",
            paramLabel = "PORT",
            defaultValue = "0",
            converter = Ranges.Port.class,
            description = "Port of the surrogate host, 0 to 65535; 0 is any free port. Default: ${DEFAULT-VALUE}.")
    private int hostPort;

    @Option(
            names = "--port-wsb",
            paramLabel = "PORT",
            defaultValue = "0",
            converter = Ranges.Port.class,
            description = "Port of the broker, 0 to 65535; 0 is any free port. Default: ${DEFAULT-VALUE}.")
    private int wsbPort;

    @Option(
            names = "--keep",
            paramLabel = "DIR",
            description =
                    "Keep the store in this folder, which is created. Default: a temporary folder, deleted at the end.")
    private @Nullable Path keep;

    @CommandLine.Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandLine.Model.CommandSpec spec;

    DemoCommand(Stop stop) {
        this.stop = stop;
    }

    /** Whether it was exact and without a problem. */
    private boolean run(DemoSettings settings) throws InterruptedException {
        try {
            if (jini) {
                JiniReport report = new JiniDemo(settings, stop).run();
                print(report::toJson, report::toLines);
                return report.exact() && report.problem().isEmpty();
            }
            DemoReport report = new Demo(settings, stop).run();
            print(report::toJson, report::toLines);
            return report.exact() && report.problem().isEmpty();
        } catch (BanipException e) {
            throw Checked.orAnotherPort("--port-host or --port-wsb", e);
        }
    }

    @Override
    public Integer call() throws InterruptedException {
        if (tls && jini) {
            throw new CommandLine.ParameterException(
                    spec.commandLine(), "--tls and --jini are given, one of them is allowed");
        }
        if (!paths.isEmpty() && jini) {
            throw new CommandLine.ParameterException(
                    spec.commandLine(), "--paths and --jini are given, one of them is allowed");
        }
        if (sending.uplink().equals("http3") && !tls) {
            throw new CommandLine.ParameterException(spec.commandLine(), "--uplink http3 needs TLS: add --tls");
        }
        Optional<Duration> wanted = Optional.ofNullable(length);
        Duration ofGenerated = paths.isEmpty() ? GENERATED_LENGTH : GENERATED_LENGTH.multipliedBy(3);
        SignalSource signal = source.source(source.generated() ? Optional.of(wanted.orElse(ofGenerated)) : wanted);
        DemoSettings settings = Checked.options(spec, () -> settings(signal));
        stop.listen();
        return run(settings) ? ExitCode.OK : ExitCode.SOFTWARE;
    }

    private DemoSettings settings(SignalSource signal) {
        return new DemoSettings(
                signal,
                sending.speed(),
                sending.uplink(),
                sending.chain(),
                sending.sendWindow(),
                sending.acknowledgeWithin(),
                hostPort,
                wsbPort,
                tls,
                paths,
                Optional.ofNullable(keep));
    }

    private void print(Supplier<String> asJson, Supplier<List<String>> asText) {
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(asJson.get());
        } else {
            asText.get().forEach(out::println);
        }
    }
}
