package org.banip.measure.urgency;

import java.net.URI;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.Thinning;
import org.banip.core.json.JsonObject;
import org.banip.core.json.JsonWriter;
import org.banip.mbu.GroupStatus;
import org.banip.mbu.MobileBaseUnit;
import org.banip.mbu.MobileBaseUnitBuilder;
import org.banip.mbu.settings.Credentials;
import org.banip.mbu.spi.MbuEvent;
import org.banip.mbu.spi.SensorInput;
import org.banip.measure.cpi.process.Console;

/**
 * The MBU of the experiment. Specification: {@code broker}, {@code identity}, {@code password}, {@code warmUpMillis} (before the first alarm),
 * {@code seconds} (of alarms), {@code backlog} (packets in the spool before the first alarm). Says {@code started}, then {@code over} with its counters after the last alarm; ends at the next word.
 */
public final class UrgencyMbu {
    private static final long ALARM_EVERY_MILLIS = 5000;
    private static final Duration DRAIN = Duration.ofMinutes(5);

    private final Console console;
    private final JsonObject specification;
    private final long backlog;
    private final CompletableFuture<Void> connected = new CompletableFuture<>();
    private final WaveSensor ecg = new WaveSensor(UrgencyGroups.ECG);
    private final WaveSensor motion = new WaveSensor(UrgencyGroups.MOTION);

    private UrgencyMbu(Console console, JsonObject specification) {
        this.console = console;
        this.specification = specification;
        backlog = specification.integer("backlog", 0, Backlog.MOST);
    }

    /** Runs it. */
    public static void main(String[] args) throws Exception {
        Console console = Console.open();
        new UrgencyMbu(console, console.specification()).run();
        System.exit(0);
    }

    private void run() throws InterruptedException {
        MobileBaseUnit mbu = builder().start();
        console.say(Console.event("started"));
        awaitConnected(mbu);
        if (backlog > 0) {
            new Backlog(backlog).fill(mbu);
        }
        TimeUnit.MILLISECONDS.sleep(specification.integer("warmUpMillis", 0, 86_400_000));
        if (backlog > 0) {
            new Backlog(backlog).await(mbu);
        }
        long measuredFromNanos = Console.epochNanos();
        alarms(mbu.input(UrgencyGroups.ALARM.name()));
        ecg.end();
        motion.end();
        boolean delivered = backlog == 0 && mbu.isDeliveredWithin(DRAIN);
        console.say(counters(mbu, delivered, measuredFromNanos));
        String unused = console.hear();
        Runtime.getRuntime().halt(0); // a backlog of a day is not waited for
    }

    /** Waits until it is registered and the host has sent something: then its uplink is set up. */
    private void awaitConnected(MobileBaseUnit mbu) throws InterruptedException {
        boolean registered = false;
        while (!registered) {
            registered = mbu.awaitRegistered(DRAIN);
        }
        connected.join();
    }

    private MobileBaseUnitBuilder builder() {
        MobileBaseUnitBuilder builder = MobileBaseUnit.builder()
                .broker(URI.create(specification.string("broker")))
                .uplink(specification.string("uplink"))
                .allowPlain()
                .credentials(Credentials.basic(specification.string("identity"), specification.string("password")))
                .ban(specification.string("identity"))
                .input(UrgencyGroups.ALARM)
                .sensor(ecg)
                .chain("packetizer(hold=200ms)")
                .chain(UrgencyGroups.ALARM.name(), "packetizer(units=1,hold=0)")
                .listener(this::told)
                .startTimeout(Duration.ZERO);
        return backlog > 0
                ? Backlog.addTo(builder)
                : builder.sensor(motion)
                        .lowerRate(UrgencyGroups.MOTION.name(), Frequency.ofHz(45), Thinning.Kind.WAVEFORM, 0);
    }

    private void told(MbuEvent event) {
        if (event instanceof MbuEvent.Connected) {
            connected.complete(null);
        } else if (event instanceof MbuEvent.Failed failed) {
            connected.completeExceptionally(failed.failure());
        } else if (event instanceof MbuEvent.ThinningBegan || event instanceof MbuEvent.ThinningEnded) {
            System.err.println(TimeUnit.NANOSECONDS.toMillis(Console.epochNanos()) + " " + event);
        }
    }

    private void alarms(SensorInput input) throws InterruptedException {
        int[] samples = new int[UrgencyGroups.ALARM.channels().size()];
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(specification.integer("seconds", 1, 86_400));
        while (System.nanoTime() < until) {
            input.beginGrid();
            var unused = input.offerAt(Console.epochNanos(), samples);
            TimeUnit.MILLISECONDS.sleep(ALARM_EVERY_MILLIS);
        }
    }

    private static JsonWriter counters(MobileBaseUnit mbu, boolean delivered, long measuredFromNanos) {
        JsonWriter event = Console.event("over")
                .field("delivered", delivered)
                .field("measuredFromNanos", measuredFromNanos)
                .beginList("groups");
        for (GroupStatus group : mbu.status().groups()) {
            event.beginObject()
                    .field("name", group.name())
                    .field("units", group.unitsProduced())
                    .field("acknowledged", group.unitsAcknowledged())
                    .field("thinned", group.unitsThinned())
                    .field("otherGaps", group.unitsInGaps() - group.unitsThinned())
                    .field("waiting", group.spoolPackets())
                    .endObject();
        }
        return event.endList();
    }
}
