package org.banip.measure.cpi.process;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.banip.core.ban.Channel;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SensorGroup;
import org.banip.core.ban.ServiceClass;
import org.banip.core.json.JsonObject;
import org.banip.mbu.MobileBaseUnit;
import org.banip.mbu.MobileBaseUnitBuilder;
import org.banip.mbu.settings.Credentials;

/**
 * Starts an MBU again and again, one after the other. Specification: {@code broker}, {@code trust}, {@code identity}, {@code password}, {@code uplink},
 * {@code sendBuffer}, {@code acknowledgeWithinMillis}, {@code starts}. Each start is a session and a connection of its own, and has one sensor set,
 * whose instant is that of the start. The first one loads classes and is not counted. Says {@code delivered} with the instant from which on starts
 * count ({@code nanos}) when the sensor sets of all are stored, and ends at the next word.
 */
public final class StartProcess {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final Duration STEP = Duration.ofMillis(50);
    /** The link is idle before a start. */
    private static final Duration REST = Duration.ofSeconds(2);

    private static final SensorGroup GROUP = new SensorGroup(
            "ecg",
            new Frequency(250, 1),
            ServiceClass.LIVE,
            Duration.ofSeconds(1),
            List.of(
                    new Channel("ml2", "mV", 16, Short.MIN_VALUE, Short.MAX_VALUE, 0, 1),
                    new Channel("v5", "mV", 16, Short.MIN_VALUE, Short.MAX_VALUE, 0, 1)));

    private final Console console;
    private final JsonObject specification;

    private StartProcess(Console console, JsonObject specification) {
        this.console = console;
        this.specification = specification;
    }

    /** Runs it. */
    public static void main(String[] args) throws Exception {
        Console console = Console.open();
        new StartProcess(console, console.specification()).run();
        System.exit(0);
    }

    private void run() throws InterruptedException {
        long starts = specification.integer("starts", 1, 1000);
        startOnce();
        long countedFrom = Console.epochNanos();
        for (long start = 0; start < starts; start++) {
            startOnce();
        }
        console.say(Console.event("delivered").field("nanos", countedFrom));
        String unused = console.hear();
    }

    private void startOnce() throws InterruptedException {
        TimeUnit.NANOSECONDS.sleep(REST.toNanos());
        MobileBaseUnitBuilder builder = builder();
        long startedNanos = Console.epochNanos();
        try (MobileBaseUnit mbu = builder.start()) {
            Object unused = mbu.input(GROUP.name()).offerAt(startedNanos, new int[] {1, 2});
            long until = System.nanoTime() + PATIENCE.toNanos();
            while (mbu.status().groups().get(0).packetsAcknowledged() == 0 && System.nanoTime() < until) {
                TimeUnit.NANOSECONDS.sleep(STEP.toNanos());
            }
        }
    }

    /** The trusted certificates are read anew, so that no start resumes a TLS session or shares a connection. */
    private MobileBaseUnitBuilder builder() {
        MobileBaseUnitBuilder builder = MobileBaseUnit.builder()
                .broker(URI.create(specification.string("broker")))
                .allowPlain()
                .credentials(Credentials.basic(specification.string("identity"), specification.string("password")))
                .ban(specification.string("identity"))
                .uplink(specification.string("uplink"))
                .http(MbuHttp.of(specification))
                .startTimeout(Duration.ZERO)
                .input(GROUP)
                .chain("packetizer(units=1)");
        MbuAcknowledgements.set(specification, builder);
        return builder;
    }
}
