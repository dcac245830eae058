package org.banip.app.command;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.banip.app.option.Checked;
import org.banip.app.option.Ranges;
import org.banip.app.option.Secrets;
import org.banip.app.option.Secrets.Secret;
import org.banip.app.option.TlsOptions;
import org.banip.app.terminal.Stop;
import org.banip.core.text.Counted;
import org.banip.surrogate.HostStatistics;
import org.banip.surrogate.SurrogateHost;
import org.banip.surrogate.settings.AccessSettings;
import org.banip.surrogate.settings.LivenessSettings;
import org.banip.surrogate.standalone.HostServer;
import org.banip.surrogate.standalone.HostServerSettings;
import org.banip.surrogate.standalone.TlsSettings;
import org.banip.surrogate.store.JdbcStore;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code banip host}. */
@Command(
        name = "host",
        header = "Runs a surrogate host.",
        description = "Takes the streams of MBUs, stores them and shows them live, until it is interrupted.")
final class HostCommand implements Callable<Integer> {
    private static final int MOST_NAMED = 5;

    private final Stop stop;

    @Option(
            names = "--listen",
            paramLabel = "ADDRESS",
            defaultValue = "127.0.0.1",
            description =
                    "Address of this machine to listen on; more than loopback needs a token. Default: ${DEFAULT-VALUE}.")
    private String address = "127.0.0.1";

    @Option(
            names = "--port",
            paramLabel = "PORT",
            defaultValue = "8081",
            converter = Ranges.Port.class,
            description = "Port to listen on: 0 to 65535, 0 for any free one. Default: ${DEFAULT-VALUE}.")
    private int port;

    @Option(
            names = "--store",
            paramLabel = "FILE",
            defaultValue = "banip.db",
            description = "Where to store, an SQLite file; made if it is not there. Default: ${DEFAULT-VALUE}.")
    private Path store = Path.of("banip.db");

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            converter = Secrets.FromFile.class,
            description =
                    "Serve only brokers that show the first line of this file, 16 characters or more. Default: anybody on loopback.")
    private @Nullable Secret token;

    @Option(
            names = "--viewer-token-file",
            paramLabel = "FILE",
            converter = Secrets.FromFile.class,
            description = "Serve only viewers that show the first line of this file. Default: viewers on loopback.")
    private @Nullable Secret viewerToken;

    @Mixin
    private final TlsOptions tls = new TlsOptions();

    @Option(
            names = "--keep-alive",
            paramLabel = "SECONDS",
            defaultValue = "5",
            converter = Ranges.Seconds.class,
            description =
                    "Longest silence of an MBU that has nothing to send, 0.01 to 86400. Default: ${DEFAULT-VALUE}.")
    private Duration keepAlive = LivenessSettings.DEFAULT.keepAlive();

    @Option(
            names = "--missed",
            paramLabel = "N",
            defaultValue = "3",
            description =
                    "Keep-alives that may be missed before an MBU counts as silent, 1 to 1000. Default: ${DEFAULT-VALUE}.")
    private int missed;

    @Option(
            names = "--grace",
            paramLabel = "SECONDS",
            defaultValue = "60",
            converter = Ranges.Seconds.class,
            description = "How long a silent MBU can resume, 0.001 to 86400. Default: ${DEFAULT-VALUE}.")
    private Duration grace = LivenessSettings.DEFAULT.grace();

    @CommandLine.Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandLine.Model.CommandSpec spec;

    HostCommand(Stop stop) {
        this.stop = stop;
    }

    @Override
    public Integer call() throws InterruptedException {
        HostServerSettings listening = Checked.options(spec, this::listening);
        LivenessSettings liveness = Checked.options(spec, () -> new LivenessSettings(keepAlive, missed, grace));
        stop.listen();
        try (SurrogateHost host = SurrogateHost.builder(JdbcStore.open(store))
                        .liveness(liveness)
                        .build();
                HostServer server = Checked.listening("--port", () -> HostServer.start(host, listening))) {
            PrintWriter out = spec.commandLine().getOut();
            out.println(
                    "host ready at " + server.baseUri() + ", also for browsers; stores in " + store.toAbsolutePath());
            while (!stop.await(Duration.ofHours(1))) {
                // until it is asked to end
            }
            out.println(summary(host.statistics(), stillLive(host)));
        }
        return ExitCode.OK;
    }

    private HostServerSettings listening() {
        HostServerSettings.Builder builder = HostServerSettings.builder()
                .address(address, port)
                .access(new AccessSettings(
                        Optional.ofNullable(token).map(Secret::value),
                        Optional.ofNullable(viewerToken).map(Secret::value)))
                .allowPlainRemote(tls.allowPlain());
        tls.pair().ifPresent(pair -> builder.tls(new TlsSettings(pair.file(), pair.password())));
        return builder.build();
    }

    /** Whose interconnects end with the host. */
    private static String stillLive(SurrogateHost host) {
        return host.surrogates().stream()
                .map(surrogate -> surrogate.description().ban().id())
                .sorted()
                .limit(MOST_NAMED)
                .collect(Collectors.joining(", "));
    }

    private static String summary(HostStatistics did, String live) {
        String named = live.isEmpty() ? "" : " (" + live + (did.interconnects() > MOST_NAMED ? ", ..." : "") + ")";
        return "host ends: " + Counted.of(did.registered(), "interconnect") + " registered, " + did.interconnects()
                + " still live" + named + ", " + Counted.of(did.store().packets(), "packet") + " and "
                + Counted.of(did.store().gaps(), "gap") + " stored";
    }
}
