package org.banip.app.command;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.banip.app.gateway.BanipDevices;
import org.banip.app.gateway.BanipOptions;
import org.banip.app.gateway.BanipSettings;
import org.banip.app.gateway.DeviceOptions;
import org.banip.app.option.BrokerOptions;
import org.banip.app.option.Checked;
import org.banip.app.option.ChosenUplink;
import org.banip.app.option.PathOptions;
import org.banip.app.option.SpoolOption;
import org.banip.app.terminal.Figures;
import org.banip.app.terminal.Stop;
import org.banip.gateway.Gateway;
import org.banip.gateway.GatewayCounters;
import org.banip.mbu.MobileBaseUnit;
import org.banip.mbu.MobileBaseUnitBuilder;
import org.banip.mbu.settings.ReconnectSettings;
import org.banip.mbu.settings.ReconnectSettings.GivingUp;
import org.banip.server.tls.PlainText;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;

/** {@code banip gateway}. */
@Command(
        name = "gateway",
        header = "Takes samples of devices by MQTT, HTTP and BANip, and sends them as a mobile base unit does.",
        description = {
            "Each BAN has an MBU of its own, over all paths, until the command is interrupted (docs/gateway.md).",
            "The gateway's password at the broker comes from a file or from the environment variable "
                    + BrokerOptions.PASSWORD_VARIABLE + ". The broker's grants must allow its BANs."
        })
final class GatewayCommand implements Callable<Integer> {
    private final Stop stop;
    private final Map<String, String> environment;

    @Mixin
    private final BrokerOptions at = new BrokerOptions();

    @Mixin
    private final ChosenUplink uplink = new ChosenUplink();

    @Mixin
    private final PathOptions paths = new PathOptions();

    @Mixin
    private final SpoolOption spool = new SpoolOption();

    @Mixin
    private final DeviceOptions devices = new DeviceOptions();

    @Mixin
    private final BanipOptions banip = new BanipOptions();

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
        Gateway.Builder builder = Gateway.builder(this::mbu).logsIn(at.manner());
        Checked.options(spec, () -> {
            at.broker().urls().forEach(url -> PlainText.check("the broker", url, at.allowsPlain(), "--allow-plain"));
            devices.configure(builder);
            spool.ofGateway().ifPresent(builder::spool);
            return checked;
        });
        Optional<BanipSettings> settings = Checked.options(spec, () -> banip.settings(devices, spool.ofGateway()));
        stop.listen();
        paths.missing().forEach(System.err::println);
        Checked.listening(BanipOptions.PORT, () -> {
            settings.ifPresent(BanipDevices::requireFreePort);
            return settings;
        });
        Gateway gateway = Checked.listening("--mqtt-port or --http-port", () -> Checked.options(spec, builder::start));
        List<String> brought;
        try (gateway) {
            brought = settings.isPresent() ? takeBanip(gateway, settings.get()) : takeOthers(gateway);
        }
        lines(gateway.counters(), brought).forEach(spec.commandLine().getOut()::println);
        return ExitCode.OK;
    }

    private List<String> takeOthers(Gateway gateway) throws InterruptedException {
        banip.leftBehind(spool.ofGateway()).ifPresent(System.err::println);
        sayReady(gateway);
        awaitStop();
        return List.of();
    }

    private List<String> takeBanip(Gateway gateway, BanipSettings settings) throws InterruptedException {
        BanipDevices taking = Checked.listening(
                BanipOptions.PORT, () -> Checked.options(spec, () -> BanipDevices.start(settings, gateway.intake())));
        try (taking) {
            sayReady(gateway);
            spec.commandLine()
                    .getOut()
                    .println("BANip devices at " + taking.uri()
                            + settings.where().reach() + ", store " + taking.store());
            BanipReport.waiting(taking.counters()).forEach(System.err::println);
            awaitStop();
        }
        return BanipReport.lines(taking.counters());
    }

    private void sayReady(Gateway gateway) {
        PrintWriter out = spec.commandLine().getOut();
        out.println("gateway ready at " + where(gateway) + ", sends to " + at.broker());
        sayWhatWaits(gateway.counters());
        if (gateway.counters().mbus().isEmpty()) {
            out.println(
                    "no BANs yet; describe one by PUT to /bans/BAN, by MQTT to banip/BAN/$description, or with --describe"
                            + " FILE" + (banip.isOn() ? "; a BANip device describes its own" : ""));
        }
    }

    private void awaitStop() throws InterruptedException {
        while (!stop.await(Duration.ofHours(1))) {
            // until the user ends it
        }
    }

    /** Tells the user what an earlier start has left, when the gateway has just started. */
    private static void sayWhatWaits(GatewayCounters did) {
        new TreeMap<>(did.mbus()).forEach((ban, status) -> {
            long waiting = did.kept().getOrDefault(ban, 0L);
            if (waiting > 0) {
                System.err.println("BAN " + ban + " goes on with session " + status.session() + ": "
                        + Figures.counted(waiting, "sensor set") + " of an earlier start "
                        + (waiting == 1 ? "waits" : "wait"));
            }
        });
    }

    private MobileBaseUnitBuilder mbu() {
        MobileBaseUnitBuilder builder = MobileBaseUnit.builder();
        at.configure(builder, environment);
        paths.configure(builder);
        // A refusal of the broker may end, and devices have forgotten what was acknowledged to them.
        builder.reconnect(ReconnectSettings.DEFAULT.withGivingUp(GivingUp.NEVER));
        return builder.uplink(uplink.name());
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

    private static List<String> lines(GatewayCounters did, List<String> brought) {
        List<String> lines = new ArrayList<>();
        lines.add("gateway ends: " + Figures.counted(did.taken(), "message") + " taken, " + Figures.count(did.refused())
                + " refused");
        lines.addAll(brought);
        new TreeMap<>(did.mbus()).forEach((ban, status) -> {
            lines.add("BAN " + ban + ": " + Figures.counted(MbuReport.sensed(status), "sensor set") + " taken, "
                    + Figures.count(MbuReport.stored(status)) + " stored, session " + status.session());
            long kept = did.kept().getOrDefault(ban, 0L);
            if (kept > 0) {
                lines.add("  kept in the spool's directory for the next start: " + Figures.counted(kept, "sensor set"));
            }
            long formerly = did.lost().getOrDefault(ban, 0L);
            // What an MBU lost that had given up is counted already.
            long lost = formerly + (status.failure().isPresent() ? 0 : MbuReport.missing(status) - kept);
            if (lost > 0) {
                lines.add("  lost, unless devices send them again: " + Figures.counted(lost, "sensor set")
                        + (formerly > 0
                                ? ", " + Figures.count(formerly) + " of them with an MBU that had given up"
                                : ""));
            }
            PathLines.of(status).forEach(text -> lines.add("  path " + text));
        });
        return lines;
    }
}
