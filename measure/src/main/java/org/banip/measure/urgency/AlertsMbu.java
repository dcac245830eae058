package org.banip.measure.urgency;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import org.banip.alerts.finding.Finding;
import org.banip.core.json.JsonObject;
import org.banip.core.json.JsonWriter;
import org.banip.mbu.MobileBaseUnit;
import org.banip.mbu.MobileBaseUnitBuilder;
import org.banip.mbu.settings.Credentials;
import org.banip.mbu.settings.SpoolSettings;
import org.banip.mbu.spi.MbuEvent;
import org.banip.mbu.spi.SensorInput;
import org.banip.measure.cpi.process.Console;

/**
 * Two MBUs with the same heart: one over the link, with a backlog, and one that reaches no broker, which warns by itself. Specification: {@code broker},
 * {@code uplink}, {@code identity}, {@code password}, {@code alerts}, {@code seed}, {@code backlog} (packets). Says {@code ready} when the backlog is in
 * the spool; at {@code go} the heart begins to beat. Says {@code over} with the asystoles when they were sampled, or at the next word; ends at the word
 * after it.
 */
public final class AlertsMbu {
    private static final Duration REGISTRATION = Duration.ofMinutes(4);
    /** Nothing listens there. */
    private static final URI NOWHERE = URI.create("http://127.0.0.1:9/");

    private final Console console;
    private final JsonObject specification;
    private final StoppingHeart heart;
    private final CompletableFuture<Void> connected = new CompletableFuture<>();
    /** Written by the thread that offers the samples, as everything else. */
    private final List<Warning> warnings = new ArrayList<>();

    private long originNanos;

    /**
     * The listener was called.
     *
     * @param decidingNanos sampling instant of the sensor set by which the detector decided
     * @param atNanos when
     */
    private record Warning(long decidingNanos, long atNanos) {}

    private AlertsMbu(Console console, JsonObject specification) {
        this.console = console;
        this.specification = specification;
        heart = new StoppingHeart(
                (int) specification.integer("alerts", 1, AlertsExperiment.MOST_ALERTS),
                specification.integer("seed", Long.MIN_VALUE, Long.MAX_VALUE));
    }

    /** Runs it. */
    public static void main(String[] args) throws Exception {
        Console console = Console.open();
        new AlertsMbu(console, console.specification()).run();
        System.exit(0);
    }

    private void run() throws InterruptedException {
        MobileBaseUnit alone = alone().start();
        MobileBaseUnit linked = linked().start();
        boolean registered = linked.awaitRegistered(REGISTRATION);
        if (!registered) {
            throw new IllegalStateException("not registered within " + REGISTRATION.toSeconds() + " s");
        }
        connected.join();
        Backlog backlog = new Backlog(specification.integer("backlog", 0, Backlog.MOST));
        backlog.fill(linked);
        backlog.await(linked);
        console.say(Console.event("ready"));
        String go = console.hear();
        if (go.equals("go")) {
            int sampled = sample(alone.input(AsystoleRule.ECG.name()), linked.input(AsystoleRule.ECG.name()));
            console.say(over(sampled));
            String unused = console.hear();
        }
        Runtime.getRuntime().halt(0); // a backlog of a day is not waited for
    }

    private MobileBaseUnitBuilder alone() {
        return MobileBaseUnit.builder()
                .broker(NOWHERE)
                .allowPlain()
                .credentials(Credentials.basic("nobody", "for-this-run-only"))
                .ban("alone")
                .input(AsystoleRule.ECG)
                .detectors(AsystoleRule.rules(), this::warned)
                .spool(new SpoolSettings(1000, 1 << 20, 8192))
                .startTimeout(Duration.ZERO);
    }

    private MobileBaseUnitBuilder linked() {
        MobileBaseUnitBuilder builder = MobileBaseUnit.builder()
                .broker(URI.create(specification.string("broker")))
                .uplink(specification.string("uplink"))
                .allowPlain()
                .credentials(Credentials.basic(specification.string("identity"), specification.string("password")))
                .ban(specification.string("identity"))
                .input(AsystoleRule.ECG)
                .detectors(AsystoleRule.rules(), finding -> {})
                .chain(AsystoleRule.ECG.name(), "packetizer(hold=200ms)")
                .listener(this::told)
                .startTimeout(Duration.ZERO);
        return Backlog.addTo(builder);
    }

    private void told(MbuEvent event) {
        if (event instanceof MbuEvent.Connected) {
            connected.complete(null);
        } else if (event instanceof MbuEvent.Failed failed) {
            connected.completeExceptionally(failed.failure());
        }
    }

    private void warned(Finding finding) {
        if (finding.begins() && finding.kind().equals(AsystoleRule.KIND)) {
            warnings.add(new Warning(finding.atNanos(), Console.epochNanos()));
        }
    }

    /** Offers each sensor set at its instant; returns how many there were until somebody spoke. */
    private int sample(SensorInput alone, SensorInput linked) throws InterruptedException {
        originNanos = Console.epochNanos();
        for (int unit = 0; unit < heart.units(); unit++) {
            long instant = instant(unit);
            for (long left = left(instant); left > 0; left = left(instant)) {
                LockSupport.parkNanos(left);
            }
            int[] samples = heart.samples(unit);
            var unusedOutcome = alone.offerAt(instant, samples); // its spool is full soon; its detectors have seen it
            var unused = linked.offerAt(instant, samples);
            if (console.hear(0) != null) {
                return unit;
            }
        }
        return heart.units();
    }

    private long instant(int unit) {
        return originNanos + AsystoleRule.ECG.frequency().nanosOfUnit(unit);
    }

    private static long left(long instant) {
        return instant - Console.epochNanos();
    }

    private JsonWriter over(int sampled) {
        JsonWriter event = Console.event("over").beginList("asystoles");
        asystoles(sampled).forEach(asystole -> asystole.write(event));
        return event.endList();
    }

    private List<Asystole> asystoles(int sampled) {
        return heart.standstills().stream()
                .filter(standstill -> standstill.deciding() < sampled)
                .map(this::asystole)
                .toList();
    }

    /** The detector may place an R wave some samples beside ours, so its deciding sample is that close to ours. */
    private Asystole asystole(StoppingHeart.Standstill standstill) {
        long deciding = instant(standstill.deciding());
        List<Warning> own = warnings.stream()
                .filter(warning -> Math.abs(warning.decidingNanos() - deciding) <= AlertLatency.TOLERANCE_NANOS)
                .toList();
        long warnedNanos = own.isEmpty() ? 0 : own.get(0).atNanos();
        return new Asystole(instant(standstill.lastBeat()), deciding, warnedNanos, own.size());
    }
}
