package org.banip.measure.command;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.banip.app.option.Ranges;
import org.banip.app.terminal.Stop;
import org.banip.measure.jini.FeedExperiment;
import org.banip.measure.jini.FeedSettings;
import org.banip.measure.results.ResultsFolder;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code banip measure jini}. */
@Command(
        name = "jini",
        header = "Measures speed and latency from a surrogate to a subscriber in another JVM.",
        description = {
            "Starts a host's subscriptions and a subscriber in processes of their own, on loopback, for each kind of"
                    + " batches. Packets have 72 sensor sets of two channels. See docs/measuring.md.",
            "Ends with 0 if packets came in every window, all of them in order, with 1 if not, with 130 if interrupted."
        })
final class MeasureJiniCommand extends StoppableMeasurement {
    private static final String ADAPTIVE = "adaptive";

    /** How calls are protected. */
    private enum Protection {
        PLAIN,
        TLS,
        BOTH;

        /** Without TLS, with it, or first one and then the other. */
        List<Boolean> tls() {
            return switch (this) {
                case PLAIN -> List.of(false);
                case TLS -> List.of(true);
                case BOTH -> List.of(false, true);
            };
        }
    }

    @Option(
            names = "--batches",
            paramLabel = "N",
            split = ",",
            defaultValue = "1,10,100,adaptive",
            description = "Packets in a call, or adaptive; several with commas. Default: ${DEFAULT-VALUE}.")
    private List<String> batches = List.of();

    @Option(
            names = "--tls",
            paramLabel = "WHICH",
            defaultValue = "both",
            description = "plain, tls or both. Default: ${DEFAULT-VALUE}.")
    private Protection protection = Protection.BOTH;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            defaultValue = "10",
            converter = Ranges.Seconds.class,
            description = "How long each window is. Default: ${DEFAULT-VALUE}.")
    private Duration window = Duration.ofSeconds(10);

    @Option(
            names = "--warm-up",
            paramLabel = "SECONDS",
            defaultValue = "10",
            converter = Ranges.Seconds.class,
            description = "How long packets are sent before the first window. Default: ${DEFAULT-VALUE}.")
    private Duration warmUp = Duration.ofSeconds(10);

    @Mixin
    private final OutOption out = new OutOption();

    @Mixin
    private final JsonOption json = new JsonOption();

    MeasureJiniCommand(Stop stop) {
        super(stop);
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        FeedSettings settings = checked(this::settings);
        Stop stop = listen();
        ResultsFolder folder = out.folder(FeedExperiment.TABLE);
        boolean inOrder = new FeedExperiment(settings, folder, stop).run(json.json(), this::print);
        return end(folder, inOrder);
    }

    private FeedSettings settings() {
        return new FeedSettings(
                batches.stream().map(MeasureJiniCommand::events).toList(), protection.tls(), warmUp, window);
    }

    private static int events(String batches) {
        if (batches.equals(ADAPTIVE)) {
            return FeedSettings.ADAPTIVE;
        }
        int events;
        try {
            events = Integer.parseInt(batches);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("--batches " + batches + " is neither a number nor " + ADAPTIVE, e);
        }
        if (events < 1 || events > FeedSettings.MOST) {
            throw new IllegalArgumentException("--batches " + batches + ", allowed are 1 to " + FeedSettings.MOST
                    + " packets in a call, and " + ADAPTIVE);
        }
        return events;
    }
}
