package org.banip.app.command;

import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.banip.app.option.Checked;
import org.banip.app.option.Ranges;
import org.banip.app.option.Secrets;
import org.banip.app.option.Secrets.Secret;
import org.banip.app.option.TlsOptions;
import org.banip.app.terminal.Stop;
import org.banip.core.text.Counted;
import org.banip.wsb.BearerToken;
import org.banip.wsb.BrokerConfiguration;
import org.banip.wsb.BrokerCounters;
import org.banip.wsb.standalone.KeyStore;
import org.banip.wsb.standalone.WirelessServiceBroker;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
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

    @Option(
            names = "--listen",
            paramLabel = "ADDRESS",
            defaultValue = "127.0.0.1",
            description = "Address of this machine to listen on. Default: ${DEFAULT-VALUE}.")
    private String address = "127.0.0.1";

    @Option(
            names = "--port",
            paramLabel = "PORT",
            defaultValue = "8080",
            converter = Ranges.Port.class,
            description = "Port to listen on: 0 to 65535, 0 for any free one. Default: ${DEFAULT-VALUE}.")
    private int port;

    @Option(
            names = "--host-url",
            paramLabel = "URL",
            defaultValue = "http://127.0.0.1:8081/",
            description = {"The surrogate host, http or https.", "Default: ${DEFAULT-VALUE}."})
    private URI host = URI.create("http://127.0.0.1:8081/");

    @Option(
            names = "--passwords",
            paramLabel = "FILE",
            description = "Who may log in: a file that 'banip wsb passwd' or 'htpasswd -B' makes. Needed; no default.")
    private @Nullable Path passwords;

    @Option(
            names = "--grants",
            paramLabel = "FILE",
            description =
                    "Which BANs each user may register, see docs/configuration.md. Default: the BAN named like the user.")
    private @Nullable Path grants;

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            converter = Secrets.FromFile.class,
            description =
                    "What the host demands of brokers is the first line of this file. Default: it demands nothing.")
    private @Nullable Secret token;

    @Mixin
    private final TlsOptions tls = new TlsOptions();

    @CommandLine.Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandLine.Model.CommandSpec spec;

    WsbCommand(Stop stop) {
        this.stop = stop;
    }

    @Override
    public Integer call() throws InterruptedException {
        if (passwords == null) {
            throw new ParameterException(
                    spec.commandLine(), "--passwords FILE is needed; make one with 'banip wsb passwd FILE USER'");
        }
        BrokerConfiguration configuration = Checked.options(spec, this::configuration);
        if (!Files.exists(passwords)) {
            throw new ParameterException(
                    spec.commandLine(),
                    "password file " + passwords + " is not there; make it with 'banip wsb passwd " + passwords
                            + " USER'");
        }
        stop.listen();
        try (WirelessServiceBroker broker =
                Checked.listening("--port", () -> Checked.options(spec, () -> start(configuration)))) {
            PrintWriter out = spec.commandLine().getOut();
            out.println("wsb ready at " + broker.uri() + ", relays to " + configuration.surrogateHost());
            while (!stop.await(Duration.ofHours(1))) {
                // until it is asked to end
            }
            out.println(summary(broker.counters()));
        }
        return ExitCode.OK;
    }

    private BrokerConfiguration configuration() {
        BrokerConfiguration.Builder builder = BrokerConfiguration.builder().surrogateHost(host);
        Optional.ofNullable(passwords).ifPresent(builder::passwordFile);
        Optional.ofNullable(grants).ifPresent(builder::grantsFile);
        Optional.ofNullable(token).ifPresent(secret -> builder.token(new BearerToken(secret.value())));
        return builder.build();
    }

    private WirelessServiceBroker start(BrokerConfiguration configuration) {
        WirelessServiceBroker.Builder builder =
                WirelessServiceBroker.builder().configuration(configuration).listen(address, port);
        tls.pair().ifPresent(pair -> builder.tls(new KeyStore(pair.file(), pair.password())));
        if (tls.allowPlain()) {
            builder.allowPlainText();
        }
        return builder.start();
    }

    private static String summary(BrokerCounters did) {
        return "wsb ends: " + Counted.of(did.requests(), "request") + ", " + did.relayed() + " relayed, "
                + did.bytesUp() + " body bytes up, " + did.bytesDown() + " down";
    }
}
