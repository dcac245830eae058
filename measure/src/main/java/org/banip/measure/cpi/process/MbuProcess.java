package org.banip.measure.cpi.process;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;
import org.banip.app.source.BanSignal;
import org.banip.core.json.JsonObject;
import org.banip.core.json.JsonWriter;
import org.banip.mbu.ClockOffset;
import org.banip.mbu.GroupStatus;
import org.banip.mbu.MbuState;
import org.banip.mbu.MbuStatus;
import org.banip.mbu.MobileBaseUnit;
import org.banip.mbu.MobileBaseUnitBuilder;
import org.banip.mbu.settings.Credentials;
import org.banip.mbu.settings.FullPolicy;
import org.banip.mbu.settings.SpoolSettings;
import org.banip.mbu.spi.Sensor;
import org.banip.surrogate.store.SensorSetDigest;

/**
 * An MBU and its sensors. Specification: {@code broker}, {@code identity}, {@code password}, {@code uplink}, {@code chain},
 * {@code signal} (see {@link BanSignal}), {@code bytesPerSecond}, {@code bytes}, {@code packetUnits}, {@code sendBuffer}, {@code trust} (a file of
 * certificate authorities, or nothing). Registers, says {@code
 * connected}, and at the word {@code go} the sensors begin; says {@code delivered} when all they produced is stored; ends at the next word.
 */
public final class MbuProcess {
    private static final Duration STEP = Duration.ofMillis(500);
    private static final long LEAD_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final Console console;
    private final JsonObject specification;
    private final double bytesPerSecond;
    private final BanSignal signal;

    private MbuProcess(Console console, JsonObject specification) {
        this.console = console;
        this.specification = specification;
        bytesPerSecond = specification.number("bytesPerSecond");
        signal = BanSignal.read(specification.object("signal"));
    }

    /** Runs it. */
    public static void main(String[] args) throws Exception {
        Console console = Console.open();
        new MbuProcess(console, console.specification()).run();
        System.exit(0);
    }

    private void run() throws InterruptedException {
        List<Sensor> sensors = signal.open(bytesPerSecond);
        try (MobileBaseUnit mbu = start(sensors)) {
            console.say(Console.event("started"));
            awaitConnected(mbu);
            console.say(counters(Console.event("connected"), mbu.status()));
            String unused = console.hear();
            SensorSetDigest digest = new Productions(console, sensors, units(sensors))
                    .deliver(mbu, Console.epochNanos() + LEAD_NANOS, STEP);
            console.say(counters(Console.event("delivered"), mbu.status())
                    .field("units", units(digest, sensors.size()))
                    .field("digest", digest.hex()));
            unused = console.hear();
        }
    }

    private MobileBaseUnit start(List<Sensor> sensors) {
        MobileBaseUnitBuilder builder = MobileBaseUnit.builder()
                .broker(URI.create(specification.string("broker")))
                .allowPlain()
                .credentials(Credentials.basic(specification.string("identity"), specification.string("password")))
                .ban(specification.string("identity"))
                .chain(specification.string("chain"))
                .uplink(specification.string("uplink"))
                .http(MbuHttp.of(specification))
                .sendWindow(Duration.ofMillis(specification.integer("sendWindowMillis", 0, 60_000)))
                .spool(new SpoolSettings(4096, 1 << 20, 1 << 16))
                .startTimeout(Duration.ZERO);
        MbuAcknowledgements.set(specification, builder);
        for (Sensor sensor : sensors) {
            String group = sensor.group().name();
            builder.input(sensor.group()).fullPolicy(group, FullPolicy.WAIT).allowOutOfRange(group);
        }
        return builder.start();
    }

    /** Waits for data from the host. Then the uplink is set up, and its set-up is not measured. */
    private void awaitConnected(MobileBaseUnit mbu) throws InterruptedException {
        while (mbu.status().state() != MbuState.CONNECTED) {
            boolean unused = mbu.awaitRegistered(STEP);
            Thread.sleep(10);
        }
    }

    /** Whole packets of each sensor. */
    private List<Long> units(List<Sensor> sensors) {
        double seconds = specification.integer("bytes", 1, Long.MAX_VALUE) / bytesPerSecond;
        long packetUnits = specification.integer("packetUnits", 1, 255);
        return sensors.stream()
                .map(sensor -> seconds * sensor.group().frequency().hertz())
                .map(wanted -> (long) Math.ceil(wanted / packetUnits - 1e-9) * packetUnits)
                .toList();
    }

    private static long units(SensorSetDigest digest, int groups) {
        long units = 0;
        for (int group = 0; group < groups; group++) {
            units += digest.sets(group);
        }
        return units;
    }

    private static JsonWriter counters(JsonWriter event, MbuStatus status) {
        return event.field("packets", sum(status, GroupStatus::packets))
                .field("bytesRaw", sum(status, GroupStatus::bytesRaw))
                .field("bytesEncoded", sum(status, GroupStatus::bytesEncoded))
                .field("bytesFramed", sum(status, GroupStatus::bytesFramed))
                .field("retransmissions", sum(status, GroupStatus::retransmissions))
                .field("resumes", status.link().resumes())
                .field("connections", status.link().connections())
                .field("registrations", status.link().registrations())
                .field(
                        "roundTripNanos",
                        status.clockOffset().map(ClockOffset::roundTripNanos).orElse(0L))
                .field("bytesUplink", status.link().bytesUplink())
                .field("bytesDownlink", status.link().bytesDownlink());
    }

    private static long sum(MbuStatus status, ToLongFunction<GroupStatus> number) {
        return status.groups().stream().mapToLong(number).sum();
    }
}
