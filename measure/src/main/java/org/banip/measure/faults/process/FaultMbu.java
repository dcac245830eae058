package org.banip.measure.faults.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.banip.core.alert.AlertNotice;
import org.banip.core.error.BanipException;
import org.banip.core.json.JsonObject;
import org.banip.mbu.MbuStatus;
import org.banip.mbu.MobileBaseUnit;
import org.banip.mbu.MobileBaseUnitBuilder;
import org.banip.mbu.settings.Credentials;
import org.banip.mbu.settings.HttpSettings;
import org.banip.mbu.settings.ReconnectSettings;
import org.banip.mbu.spi.SteadyClock;
import org.banip.measure.cpi.process.Console;

/**
 * An MBU with its sensors. Specification: {@code broker}, {@code identity}, {@code password}, {@code uplink}, {@code spool} (a directory, or empty
 * for memory), {@code syncMillis} (0: each packet), {@code seed}, {@code process} (its number), {@code counters} (a file), {@code told} (a file for
 * the steps of alerts that it is told). Says {@code started} with its session. At the word {@code end} its sensors end; it says {@code delivered} when
 * the host has stored everything. At the next word it ends.
 */
public final class FaultMbu {
    /** Waits are short, so that a round is. */
    private static final Duration ANSWER = Duration.ofSeconds(5);

    private static final ReconnectSettings RECONNECT =
            new ReconnectSettings(Duration.ofMillis(250), Duration.ofSeconds(2));
    private static final Duration DELIVERY = Duration.ofMinutes(3);
    private static final long LOOK_MILLIS = 5;

    private final Console console;
    private final JsonObject specification;
    private final MbuCounters counters;
    private final ToldSteps told;
    private final List<CountedSensor> sensors = new ArrayList<>();

    private FaultMbu(Console console, JsonObject specification, MbuCounters counters) {
        this.console = console;
        this.specification = specification;
        this.counters = counters;
        told = new ToldSteps(Path.of(specification.string("told")));
    }

    /** Runs it. */
    public static void main(String[] args) throws Exception {
        Console console = Console.open();
        JsonObject specification = console.specification();
        MbuCounters counters = MbuCounters.open(Path.of(specification.string("counters")));
        int code = 0;
        try {
            new FaultMbu(console, specification, counters).run();
        } catch (BanipException | IllegalArgumentException e) {
            System.err.println(e.getMessage());
            code = 1;
        }
        System.exit(code);
    }

    private void run() throws InterruptedException {
        FaultSignal signal = new FaultSignal(specification.integer("seed", Long.MIN_VALUE, Long.MAX_VALUE), (int)
                specification.integer("process", 1, Integer.MAX_VALUE));
        SteadyClock clock = SteadyClock.system();
        long originNanos = clock.epochNanos();
        counters.origin(originNanos);
        MobileBaseUnitBuilder builder =
                builder().clock(clock).origin(Instant.ofEpochSecond(0, originNanos)); // of all groups
        for (int group = 0; group < FaultSignal.GROUPS.size(); group++) {
            sensors.add(new CountedSensor(signal, group, counters));
        }
        sensors.forEach(builder::sensor);
        try (MobileBaseUnit mbu = builder.start()) {
            look(mbu, clock);
            console.say(Console.event("started")
                    .field("session", mbu.status().session().toString()));
            String unused = console.hear();
            sensors.forEach(CountedSensor::end);
            mbu.awaitDelivered(DELIVERY);
            copy(mbu, clock);
            console.say(Console.event("delivered"));
            String unusedToo = console.hear();
        }
    }

    private MobileBaseUnitBuilder builder() {
        MobileBaseUnitBuilder builder = MobileBaseUnit.builder()
                .broker(URI.create(specification.string("broker")))
                .credentials(Credentials.basic(specification.string("identity"), specification.string("password")))
                .ban(specification.string("identity"))
                .uplink(specification.string("uplink"))
                .reconnect(RECONNECT)
                .http(HttpSettings.builder()
                        .connectTimeout(ANSWER)
                        .responseTimeout(ANSWER)
                        .build())
                .startTimeout(Duration.ZERO)
                .alerts(this::told);
        String spool = specification.string("spool");
        if (!spool.isEmpty()) {
            long syncMillis = specification.integer("syncMillis", 0, 60_000);
            builder.spool(Path.of(spool), Duration.ofMillis(syncMillis));
        }
        return builder;
    }

    /** An exception tells the host to try again. */
    private void told(AlertNotice step) {
        try {
            told.add(step);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void copy(MobileBaseUnit mbu, SteadyClock clock) {
        MbuStatus status = mbu.status();
        counters.look(status.groups(), status.state(), clock.epochNanos());
    }

    private void look(MobileBaseUnit mbu, SteadyClock clock) {
        copy(mbu, clock);
        Thread thread = new Thread(
                () -> {
                    try {
                        while (true) {
                            copy(mbu, clock);
                            TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
                        }
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                },
                "banip-faults-counters");
        thread.setDaemon(true);
        thread.start();
    }
}
