package org.banip.app.command;

import java.util.List;
import java.util.Map;
import org.banip.app.spi.CommandProvider;
import org.banip.app.terminal.Stop;
import picocli.CommandLine;

/** The commands of the product, in the order in which the help lists them. */
public final class ProductCommands implements CommandProvider {
    private final Map<String, String> environment;

    /**
     * Commands in an environment.
     *
     * @param environment the environment variables
     */
    public ProductCommands(Map<String, String> environment) {
        this.environment = environment;
    }

    @Override
    public List<CommandLine> commands(Stop stop) {
        return List.of(
                new CommandLine(new DemoCommand(stop)),
                HostCommand.of(stop, environment),
                WsbCommand.of(stop, environment),
                new CommandLine(new MbuCommand(stop, environment)),
                new CommandLine(new GatewayCommand(stop, environment)),
                new CommandLine(new WatchCommand(stop, environment)),
                new CommandLine(new BanCommand(environment)),
                new CommandLine(new AlertsCommand(environment)),
                new CommandLine(new StoreCommand(stop)),
                new CommandLine(new ExportCommand()),
                new CommandLine(new VerifyCommand()),
                new CommandLine(new BackupCommand()),
                new CommandLine(new ForgetCommand()),
                new CommandLine(new AuditCommand()),
                new CommandLine(new CertificatesCommand()),
                new CommandLine(new SealKeyCommand()),
                new CommandLine(new SpoolKeyCommand()),
                new CommandLine(new SurrogateCommand()),
                LookupCommand.of(stop, environment),
                new CommandLine(new ServicesCommand()));
    }
}
