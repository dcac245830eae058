package org.banip.app.command;

import java.io.PrintWriter;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.banip.app.gateway.DeviceOptions;
import org.banip.app.option.Checked;
import org.banip.app.option.PathOption;
import org.banip.app.option.SchedulerOption;
import org.banip.app.option.Secrets;
import org.banip.app.option.TrustOption;
import org.banip.app.option.UplinkOption;
import org.banip.app.terminal.Figures;
import org.banip.app.terminal.Stop;
import org.banip.core.interconnect.RegistrationRequest;
import org.banip.core.text.Counted;
import org.banip.gateway.Gateway;
import org.banip.gateway.GatewayCounters;
import org.banip.mbu.MobileBaseUnit;
import org.banip.mbu.MobileBaseUnitBuilder;
import org.banip.mbu.settings.Credentials;
import org.banip.mbu.settings.HttpSettings;
import org.banip.mbu.settings.PathPolicySettings;
import org.banip.mbu.settings.PathSettings;
import org.banip.server.settings.Secret;
import org.banip.server.tls.PlainText;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** {@code banip gateway}. */
@Command(
        name = "gateway",
        header = "Takes samples of devices by MQTT and HTTP, and sends them as a mobile base unit does.",
        description = {
            "Each BAN has an MBU of its own, over all paths, until the command is interrupted (docs/gateway.md).",
            "The gateway's password at the broker comes from a file or from the environment variable "
                    + MbuCommand.PASSWORD_VARIABLE + ". The broker's grants must allow its BANs."
        })
final class GatewayCommand implements Callable<Integer> {
    private final Stop stop;
    private final Map<String, String> environment;

    @Option(
            names = "--wsb",
            paramLabel = "URL",
            defaultValue = "http://127.0.0.1:8080/",
            description = {"The broker's base URL, or a surrogate host's on loopback.", "Default: ${DEFAULT-VALUE}."})
    private URI broker = URI.create("http://127.0.0.1:8080/");

    @Option(
            names = "--allow-plain",
            description =
                    "Send to a broker on another machine without TLS, because something else protects the network. "
                            + "Default: no.")
    private boolean plain;

    @Mixin
    private final TrustOption trust = new TrustOption();

    @Option(
            names = "--user",
            paramLabel = "NAME",
            description = "The gateway's user name at the broker. Default: none, for a host without a broker.")
    private @Nullable String user;

    @Option(
            names = "--password-file",
            paramLabel = "FILE",
            converter = Secrets.FromFile.class,
            description = "File whose first line is the password. Default: the value of " + MbuCommand.PASSWORD_VARIABLE
                    + ".")
    private @Nullable Secret password;

    @Option(
            names = "--surrogate-type",
            paramLabel = "TYPE",
            defaultValue = RegistrationRequest.STANDARD_SURROGATE,
            description = "The type of surrogate that the host shall activate for each BAN. Default: ${DEFAULT-VALUE}.")
    private String surrogateType = RegistrationRequest.STANDARD_SURROGATE;

    @Option(
            names = "--uplink",
            paramLabel = "NAME",
            defaultValue = "chunked",
            converter = UplinkOption.Converter.class,
            completionCandidates = UplinkOption.Names.class,
            description = "The uplink: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
    private UplinkOption uplink = new UplinkOption("chunked");

    @Option(
            names = "--path",
            paramLabel = PathOption.FORM,
            converter = PathOption.class,
            description =
                    "One way to the broker of several (docs/paths.md), as for 'banip mbu'. May be repeated. Default: one path,"
                            + " which the system chooses.")
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

    @Mixin
    private final DeviceOptions devices = new DeviceOptions();

    @CommandLine.Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandLine.Model.CommandSpec spec;

    GatewayCommand(Stop stop, Map<String, String> environment) {
        this.stop = stop;
        this.environment = environment;
    }

    @Override
    public Integer call() throws InterruptedException {
        MobileBaseUnitBuilder checked = Checked.options(spec, this::mbu);
        Gateway.Builder builder = Gateway.builder(this::mbu);
        Checked.options(spec, () -> {
            PlainText.check("the broker", broker, plain, "--allow-plain");
            devices.configure(builder);
            return checked;
        });
        stop.listen();
        PrintWriter out = spec.commandLine().getOut();
        Gateway gateway = Checked.listening("--mqtt-port or --http-port", () -> Checked.options(spec, builder::start));
        try (gateway) {
            out.println("gateway ready at " + where(gateway) + ", sends to " + broker);
            while (!stop.await(Duration.ofHours(1))) {
                // until the user ends it
            }
        }
        lines(gateway.counters()).forEach(out::println);
        return ExitCode.OK;
    }

    private MobileBaseUnitBuilder mbu() {
        MobileBaseUnitBuilder builder = MobileBaseUnit.builder();
        if (plain) {
            builder.allowPlain();
        }
        trust.trustManager()
                .ifPresent(trusted -> builder.http(
                        HttpSettings.builder().trustManager(trusted).build()));
        paths.forEach(builder::path);
        return builder.broker(broker)
                .credentials(credentials())
                .surrogateType(surrogateType)
                .uplink(uplink.name())
                .pathPolicy(PathPolicySettings.DEFAULT.scheduler(scheduler.name()));
    }

    private Credentials credentials() {
        if (user == null) {
            return Credentials.none();
        }
        String secret = password == null ? environment.get(MbuCommand.PASSWORD_VARIABLE) : password.value();
        if (secret == null) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--user needs a password: from --password-file FILE, or in " + MbuCommand.PASSWORD_VARIABLE);
        }
        return Credentials.basic(user, secret);
    }

    private String where(Gateway gateway) {
        String host = devices.address().contains(":") ? "[" + devices.address() + "]" : devices.address();
        String s = devices.hasTls() ? "s" : "";
        List<String> urls = new ArrayList<>();
        url("http" + s, host, gateway.httpPort(), urls);
        url("mqtt" + s, host, gateway.mqttPort(), urls);
        return String.join(", ", urls);
    }

    private static void url(String scheme, String host, OptionalInt port, List<String> urls) {
        port.ifPresent(number -> urls.add(scheme + "://" + host + ":" + number));
    }

    private static List<String> lines(GatewayCounters did) {
        List<String> lines = new ArrayList<>();
        lines.add("gateway ends: " + Counted.of(did.taken(), "message") + " taken, " + did.refused() + " refused");
        new TreeMap<>(did.mbus()).forEach((ban, status) -> {
            lines.add("BAN " + ban + ": " + Figures.counted(MbuReport.sensed(status), "sensor set") + " taken, "
                    + Figures.count(MbuReport.stored(status)) + " stored, session " + status.session());
            PathLines.of(status).forEach(text -> lines.add("  path " + text));
        });
        return lines;
    }
}
