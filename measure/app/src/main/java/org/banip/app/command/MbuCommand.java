package org.banip.app.command;

import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.banip.app.option.BrokerOptions;
import org.banip.app.option.Checked;
import org.banip.app.option.DetectorsOption;
import org.banip.app.option.ForecastOptions;
import org.banip.app.option.GiveUpOption;
import org.banip.app.option.PathOptions;
import org.banip.app.option.Ranges;
import org.banip.app.option.SendOptions;
import org.banip.app.option.SourceOptions;
import org.banip.app.option.SpoolOption;
import org.banip.app.source.SignalEnd;
import org.banip.app.source.SignalSource;
import org.banip.app.terminal.ProgressDisplay;
import org.banip.app.terminal.Stop;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.Thinning;
import org.banip.core.command.CommandRole;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.mbu.MbuStatus;
import org.banip.mbu.MobileBaseUnit;
import org.banip.mbu.MobileBaseUnitBuilder;
import org.banip.mbu.spi.SteadyClock;
import org.banip.surrogate.store.SensorSetDigest;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code banip mbu}. */
@Command(
        name = "mbu",
        header = "Streams a recording or a generated ECG to a broker, as a mobile base unit does.",
        description = {
            "At the end it prints digests of the sensed samples. 'banip export' prints the same digests of the stored samples.",
            "Exits with 0 if everything was delivered, otherwise with 1. The password comes from a file or from the environment"
                    + " variable " + BrokerOptions.PASSWORD_VARIABLE + "."
        })
final class MbuCommand implements Callable<Integer> {
    private static final Duration FRAME = Duration.ofMillis(100);

    private final Stop stop;
    private final SteadyClock clock = SteadyClock.system();

    @Mixin
    private final BrokerOptions at = new BrokerOptions();

    @Option(
            names = "--ban",
            paramLabel = "ID",
            description = "The BAN's name, a pseudonym: 1 to 64 of A-Z a-z 0-9 . _ -. Default: the user's name.")
    private @Nullable String ban;

    @Mixin
    private final SourceOptions source = new SourceOptions();

    @Option(
            names = "--seconds",
            paramLabel = "N",
            converter = Ranges.Seconds.class,
            description =
                    "Length of the signal, 0.001 seconds or more. Default: the whole recording; a generated ECG has no end.")
    private @Nullable Duration length;

    @Option(
            names = "--wait",
            paramLabel = "N",
            defaultValue = "60",
            converter = Ranges.Seconds.class,
            description =
                    "When the signal is over: give up and end after this number of seconds in which the host has stored"
                            + " nothing. Default: ${DEFAULT-VALUE}.")
    private Duration longestWait = Duration.ofMinutes(1);

    @Option(
            names = "--newest-first",
            paramLabel = "GROUP",
            split = ",",
            description =
                    "After an outage, send the newest packets of this live group first; what was missed fills in behind"
                            + " (docs/links.md). May be repeated; name all live groups. Default: the oldest first.")
    private List<String> newestFirst = new ArrayList<>();

    @Option(
            names = "--lower-rate",
            paramLabel = "GROUP=HZ",
            split = ",",
            description =
                    "Allow this group, a waveform, to be sent at this rate while the link does not carry everything, or a person"
                            + " at the host orders it (docs/links.md, docs/control.md). The rate is that of the group divided by"
                            + " 2 to 100. May be repeated. Default: the full rate.")
    private Map<String, Frequency> lowerRates = new LinkedHashMap<>();

    @Mixin
    private final GiveUpOption givingUp = new GiveUpOption();

    @Mixin
    private final PathOptions paths = new PathOptions();

    @Mixin
    private final ForecastOptions forecast = new ForecastOptions();

    @Mixin
    private final SendOptions sending = new SendOptions();

    @Mixin
    private final SpoolOption spool = new SpoolOption();

    @Mixin
    private final DetectorsOption detectors = new DetectorsOption();

    @Option(
            names = "--take-commands",
            description =
                    "Let clinicians and operators at the host find this MBU, which prints a line, and stop and start its groups,"
                            + " change their chains, and change the rate of those of --lower-rate (docs/control.md). Default: no.")
    private boolean takesCommands;

    @Option(names = "--json", description = "Print the result as one line of JSON. Default: as text.")
    private boolean json;

    @CommandLine.Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandLine.Model.CommandSpec spec;

    private final Map<String, String> environment;

    MbuCommand(Stop stop, Map<String, String> environment) {
        this.stop = stop;
        this.environment = environment;
    }

    @Override
    public Integer call() throws InterruptedException {
        SignalSource signal = source.source(Optional.ofNullable(length));
        SensorSetDigest digest = new SensorSetDigest(signal.groups());
        MbuView view = new MbuView(at.broker().text(), System::nanoTime);
        long originNanos = clock.epochNanos();
        MobileBaseUnitBuilder builder = Checked.options(spec, () -> builder(view));
        SignalEnd end = new SignalEnd();
        end.of(signal.open(digest)).forEach(builder::sensor);
        stop.listen();
        MobileBaseUnit mbu = Checked.options(
                spec,
                () -> builder.origin(Instant.ofEpochSecond(0, originNanos)).start());
        System.err.println("BAN " + mbu.ban().id() + " " + at.manner() + " streams to " + at.broker());
        paths.missing().forEach(System.err::println);
        spool.sayWhatWaits(mbu.status());
        Optional<BanipException> problem =
                watch(mbu, new DeliveryWait(end, longestWait), view).map(this::inWords);
        report(new MbuReport(signal.groups(), mbu.status(), digest, spool.isDurable()), problem);
        if (problem.isPresent()) {
            throw problem.get();
        }
        return MbuReport.isDelivered(mbu.status()) ? ExitCode.OK : ExitCode.SOFTWARE;
    }

    private MobileBaseUnitBuilder builder(MbuView view) {
        MobileBaseUnitBuilder builder = MobileBaseUnit.builder();
        detectors.configure(builder, view::found);
        builder.alerts(view::alerted);
        at.configure(builder, environment);
        newestFirst.forEach(builder::newestFirst);
        lowerRates.forEach((group, lowest) -> builder.lowerRate(group, lowest, Thinning.Kind.WAVEFORM, 0));
        givingUp.configure(builder);
        paths.configure(builder);
        forecast.configure(builder, paths.names(), clock.epochNanos());
        spool.configure(builder);
        sending.acknowledgeWithin().ifPresent(builder::acknowledgeWithin);
        if (takesCommands) {
            builder.identifiedBy(view::identify).switchGroups(CommandRole.CLINICIAN, CommandRole.OPERATOR);
        }
        if (!sending.chain().equals(MobileBaseUnit.DEFAULT_CHAIN)) {
            builder.chain(sending.chain()); // a chain that was chosen is not replaced
        }
        return builder.ban(banId())
                .uplink(sending.uplink())
                .sendWindow(sending.sendWindow())
                .speed(sending.speed())
                .clock(clock)
                .startTimeout(Duration.ZERO);
    }

    private String banId() {
        return Optional.ofNullable(ban)
                .or(at::user)
                .orElseThrow(() -> new IllegalArgumentException("without --user NAME, --ban ID is needed"));
    }

    /** Shows the progress until the end; then the report replaces it. */
    private Optional<BanipException> watch(MobileBaseUnit mbu, DeliveryWait wait, MbuView view)
            throws InterruptedException {
        try (ProgressDisplay progress = ProgressDisplay.onStandardError()) {
            Optional<BanipException> problem = deliver(mbu, wait, view, progress);
            MbuStatus last = mbu.status();
            if (problem.isPresent() && !MbuReport.isDelivered(last)) {
                mbu.close(Duration.ZERO); // it has waited
            } else if (last.failure().isEmpty() && !MbuReport.isDelivered(last)) {
                progress.updateNow(view.ending(last), MbuView.ENDING);
            }
            mbu.close();
            progress.update(size -> List.of(), () -> view.line(mbu.status()));
            return problem;
        }
    }

    private Optional<BanipException> deliver(
            MobileBaseUnit mbu, DeliveryWait wait, MbuView view, ProgressDisplay progress) throws InterruptedException {
        try {
            boolean delivered = false;
            FirstContact contact = new FirstContact();
            while (!delivered && !stop.requested()) {
                delivered = mbu.isDeliveredWithin(FRAME);
                MbuStatus status = mbu.status();
                if (!spool.isDurable()) { // otherwise an earlier process may have left data
                    contact.check(status, System.nanoTime());
                }
                if (!delivered && wait.begins(status, System.nanoTime())) {
                    progress.updateNow(view.block(status, wait.words(status)), wait.words(status));
                }
                progress.update(size -> view.block(status, wait.words(status)), () -> view.line(status));
            }
            return Optional.empty();
        } catch (BanipException e) {
            return Optional.of(e);
        }
    }

    /** Names the missing option, or what else helps. */
    private BanipException inWords(BanipException e) {
        if (e.code() == ErrorCode.UNAUTHENTICATED && !at.hasTokenOrCertificate()) {
            String words = at.user()
                    .map(user -> e.getMessage() + "; 'banip wsb passwd FILE " + user + "' at the broker sets it")
                    .orElse(at.broker() + " must know whose MBU this is: give --user NAME, --client-certificate FILE or"
                            + " --token-file FILE");
            return new BanipException(e.code(), words, e);
        }
        boolean odd = e.code() == ErrorCode.MALFORMED_REQUEST
                && at.broker().urls().stream().anyMatch(url -> !url.getPath().matches("/?"));
        return odd
                ? new BanipException(e.code(), e.getMessage() + "; is the base URL " + at.broker() + " right?", e)
                : e;
    }

    private void report(MbuReport report, Optional<BanipException> problem) {
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(report.toJson(problem));
        } else {
            report.toLines().forEach(out::println);
        }
    }
}
