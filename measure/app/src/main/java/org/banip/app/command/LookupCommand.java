package org.banip.app.command;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.banip.app.option.Checked;
import org.banip.app.option.Ranges;
import org.banip.app.terminal.Stop;
import org.banip.surrogate.jini.filter.JvmFilter;
import org.banip.surrogate.jini.lookup.LookupService;
import org.banip.surrogate.jini.lookup.LookupSettings;
import org.banip.surrogate.jini.transport.ReceiversSockets;
import org.banip.surrogate.jini.transport.Transport;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Option;

/** {@code banip lookup}. */
@Command(
        name = "lookup",
        header = "Runs a Jini lookup service.",
        description = "Surrogate hosts on this machine register their BANs there, until it is interrupted.")
final class LookupCommand implements Callable<Integer> {
    private static final Duration LONGEST_LEASE = Duration.ofHours(1);
    private static final int HOSTS = 100;

    private final Stop stop;

    @Option(
            names = "--port",
            paramLabel = "PORT",
            defaultValue = "4160",
            converter = Ranges.Port.class,
            description = "Port of unicast discovery, 0 to 65535; 0 is any free port. Default: ${DEFAULT-VALUE}.")
    private int port = 4160;

    @CommandLine.Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandLine.Model.CommandSpec spec;

    LookupCommand(Stop stop) {
        this.stop = stop;
    }

    @Override
    public Integer call() throws InterruptedException {
        Transport transport = Transport.loopback();
        JvmFilter.installForWholeJvm();
        ReceiversSockets.use(transport);
        stop.listen();
        LookupSettings settings = new LookupSettings(transport, port, List.of("banip"), LONGEST_LEASE, HOSTS);
        try (LookupService service = Checked.listening("--port", () -> LookupService.start(settings))) {
            spec.commandLine().getOut().println("lookup ready at " + service.locator());
            while (!stop.await(Duration.ofHours(1))) {
                // wait until the user ends it
            }
        }
        return ExitCode.OK;
    }
}
