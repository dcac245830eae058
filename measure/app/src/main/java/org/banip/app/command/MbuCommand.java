package org.banip.app.command;

import java.io.PrintWriter;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.banip.app.option.Checked;
import org.banip.app.option.ForecastOptions;
import org.banip.app.option.PathOptions;
import org.banip.app.option.Ranges;
import org.banip.app.option.Secrets;
import org.banip.app.option.SendOptions;
import org.banip.app.option.SourceOptions;
import org.banip.app.option.TrustOption;
import org.banip.app.source.SignalEnd;
import org.banip.app.source.SignalSource;
import org.banip.app.terminal.ProgressDisplay;
import org.banip.app.terminal.Stop;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.interconnect.RegistrationRequest;
import org.banip.mbu.MbuStatus;
import org.banip.mbu.MobileBaseUnit;
import org.banip.mbu.MobileBaseUnitBuilder;
import org.banip.mbu.settings.Credentials;
import org.banip.mbu.settings.HttpSettings;
import org.banip.mbu.spi.SteadyClock;
import org.banip.server.settings.Secret;
import org.banip.surrogate.store.SensorSetDigest;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** {@code banip mbu}. */
@Command(
        name = "mbu",
        header = "Streams a recording or a generated ECG to a broker, as a mobile base unit does.",
        description = {
            "At the end it prints digests of the sensed samples. 'banip export' prints the same digests of the stored samples.",
            "Exits with 0 if everything was delivered, otherwise with 1. The password comes from a file or from the environment"
                    + " variable " + MbuCommand.PASSWORD_VARIABLE + "."
        })
final class MbuCommand implements Callable<Integer> {
    static final String PASSWORD_VARIABLE = "BANIP_PASSWORD";

    private static final Duration FRAME = Duration.ofMillis(100);

    private final Stop stop;
    private final SteadyClock clock = SteadyClock.system();

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
            description = "The MBU's user name at the broker. Default: none, for a host without a broker.")
    private @Nullable String user;

    @Option(
            names = "--password-file",
            paramLabel = "FILE",
            converter = Secrets.FromFile.class,
            description = "File whose first line is the password. Default: the value of " + PASSWORD_VARIABLE + ".")
    private @Nullable Secret password;

    @Option(
            names = "--ban",
            paramLabel = "ID",
            description = "The BAN's name, a pseudonym: 1 to 64 of A-Z a-z 0-9 . _ -. Default: the user's name.")
    private @Nullable String ban;

    @Option(
            names = "--surrogate-type",
            paramLabel = "TYPE",
            defaultValue = RegistrationRequest.STANDARD_SURROGATE,
            description =
                    "The type of surrogate that the host shall activate for this BAN: a name that the host knows, or the URL"
                            + " of a signed jar (docs/surrogates.md). Default: ${DEFAULT-VALUE}.")
    private String surrogateType = RegistrationRequest.STANDARD_SURROGATE;

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
                    "When the signal is over: give up after this number of seconds in which the host has stored nothing,"
                            + " and end within 10 s. Default: ${DEFAULT-VALUE}.")
    private Duration longestWait = Duration.ofMinutes(1);

    @Option(
            names = "--newest-first",
            paramLabel = "GROUP",
            split = ",",
            description =
                    "After an outage, send the newest packets of this live group first; what was missed fills in behind"
                            + " (docs/links.md). May be repeated; name all live groups. Default: the oldest first.")
    private List<String> newestFirst = new ArrayList<>();

    @Mixin
    private final PathOptions paths = new PathOptions();

    @Mixin
    private final ForecastOptions forecast = new ForecastOptions();

    @Mixin
    private final SendOptions sending = new SendOptions();

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
        long originNanos = clock.epochNanos();
        MobileBaseUnitBuilder builder = Checked.options(spec, this::builder);
        SignalEnd end = new SignalEnd();
        end.of(signal.open(originNanos, digest)).forEach(builder::sensor);
        stop.listen();
        MobileBaseUnit mbu = Checked.options(
                spec,
                () -> builder.origin(Instant.ofEpochSecond(0, originNanos)).start());
        System.err.println("BAN " + mbu.ban().id() + (user == null ? " without user" : " as user '" + user + "'")
                + " streams to " + broker);
        Optional<BanipException> problem =
                watch(mbu, new DeliveryWait(end, longestWait)).map(this::inWords);
        report(new MbuReport(signal.groups(), mbu.status(), digest), problem);
        if (problem.isPresent()) {
            throw problem.get();
        }
        return MbuReport.isDelivered(mbu.status()) ? ExitCode.OK : ExitCode.SOFTWARE;
    }

    private MobileBaseUnitBuilder builder() {
        MobileBaseUnitBuilder builder = MobileBaseUnit.builder();
        if (plain) {
            builder.allowPlain();
        }
        trust.trustManager()
                .ifPresent(trusted -> builder.http(
                        HttpSettings.builder().trustManager(trusted).build()));
        newestFirst.forEach(builder::newestFirst);
        paths.configure(builder);
        forecast.configure(builder, paths.names(), clock.epochNanos());
        sending.acknowledgeWithin().ifPresent(builder::acknowledgeWithin);
        return builder.broker(broker)
                .credentials(credentials())
                .ban(banId())
                .surrogateType(surrogateType)
                .chain(sending.chain())
                .uplink(sending.uplink())
                .sendWindow(sending.sendWindow())
                .speed(sending.speed())
                .clock(clock)
                .startTimeout(Duration.ZERO);
    }

    private Credentials credentials() {
        if (user == null) {
            return Credentials.none();
        }
        if (password != null) {
            return Credentials.basic(user, password.value());
        }
        String fromEnvironment = environment.get(PASSWORD_VARIABLE);
        if (fromEnvironment == null) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--user needs a password: from --password-file FILE, or in " + PASSWORD_VARIABLE);
        }
        return Credentials.basic(user, fromEnvironment);
    }

    private String banId() {
        if (ban != null) {
            return ban;
        }
        if (user == null) {
            throw new ParameterException(spec.commandLine(), "without --user NAME, --ban ID is needed");
        }
        return user;
    }

    /** Shows the progress until the end; then the report replaces it. */
    private Optional<BanipException> watch(MobileBaseUnit mbu, DeliveryWait wait) throws InterruptedException {
        MbuView view = new MbuView(broker, System.nanoTime());
        try (ProgressDisplay progress = ProgressDisplay.onStandardError()) {
            Optional<BanipException> problem = deliver(mbu, wait, view, progress);
            MbuStatus last = mbu.status();
            if (last.failure().isEmpty() && !MbuReport.isDelivered(last)) {
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
            while (!delivered && !stop.requested()) {
                delivered = mbu.isDeliveredWithin(FRAME);
                MbuStatus status = mbu.status();
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
        if (e.code() == ErrorCode.UNAUTHENTICATED) {
            return user == null
                    ? new BanipException(e.code(), broker + " needs a user name: --user NAME is missing", e)
                    : new BanipException(
                            e.code(),
                            e.getMessage() + "; 'banip wsb passwd FILE " + user + "' at the broker sets it",
                            e);
        }
        boolean odd =
                e.code() == ErrorCode.MALFORMED_REQUEST && !broker.getPath().matches("/?");
        return odd ? new BanipException(e.code(), e.getMessage() + "; is the base URL " + broker + " right?", e) : e;
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
