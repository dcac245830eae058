package org.banip.measure.cpi.process;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.banip.app.source.BanSignal;
import org.banip.core.ban.Channel;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SampleLayout;
import org.banip.core.ban.SensorGroup;
import org.banip.core.ban.ServiceClass;
import org.banip.core.json.JsonObject;
import org.banip.core.transcoding.spi.Block;
import org.banip.mbu.MbuState;
import org.banip.mbu.MobileBaseUnit;
import org.banip.mbu.MobileBaseUnitBuilder;
import org.banip.mbu.settings.Credentials;
import org.banip.mbu.settings.FullPolicy;
import org.banip.mbu.settings.SpoolSettings;
import org.banip.mbu.spi.Sensor;
import org.banip.mbu.spi.SensorInput;

/**
 * An MBU with alarms, alone and behind a backlog. Specification: {@code broker}, {@code trust}, {@code identity}, {@code password}, {@code uplink},
 * {@code sendBuffer}, {@code acknowledgeWithinMillis}, {@code signal} (see {@link BanSignal}), {@code bytesPerSecond}, {@code backlogSeconds},
 * {@code alarms}. Registers, offers the alarms, one every four seconds, and says {@code bare} with the time when they are stored. Offers a backlog of
 * that many seconds of signal, and says {@code backlog} when it is in the spool; at the word {@code go} offers as many alarms again, says
 * {@code delivered} when they are stored, and ends at the next word.
 */
public final class AlarmProcess {
    /** The group of alarms has this name and is the last one. */
    private static final String ALARM = "alarm";

    private static final int ALARM_CHANNELS = 25;
    private static final int ALARM_BITS = 16;
    private static final Duration BETWEEN = Duration.ofSeconds(4);
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final Duration STEP = Duration.ofMillis(100);
    private static final int AT_ONCE = 256;
    private static final SpoolSettings SPOOL = new SpoolSettings(1_000_000, 512L << 20, 1 << 20);

    private final Console console;
    private final JsonObject specification;
    private final double bytesPerSecond;
    private final BanSignal signal;
    /** The first alarm comes four seconds after it: the registration and its waits are over. */
    private long alarmOriginNanos;

    private AlarmProcess(Console console, JsonObject specification) {
        this.console = console;
        this.specification = specification;
        bytesPerSecond = specification.number("bytesPerSecond");
        signal = BanSignal.read(specification.object("signal"));
    }

    /** Runs it. */
    public static void main(String[] args) throws Exception {
        Console console = Console.open();
        new AlarmProcess(console, console.specification()).run();
        System.exit(0);
    }

    private void run() throws InterruptedException {
        List<SensorGroup> groups = signal.groups(bytesPerSecond);
        try (MobileBaseUnit mbu = start(groups)) {
            while (mbu.status().state() != MbuState.CONNECTED) {
                boolean unused = mbu.awaitRegistered(STEP);
                TimeUnit.MILLISECONDS.sleep(STEP.toMillis());
            }
            alarmOriginNanos = Console.epochNanos();
            int alarms = (int) specification.integer("alarms", 1, 1000);
            offerAlarms(mbu, alarms, alarms);
            console.say(Console.event("bare").field("nanos", Console.epochNanos()));
            long seconds = specification.integer("backlogSeconds", 1, 7 * 86_400);
            long originNanos = Console.epochNanos() - TimeUnit.SECONDS.toNanos(seconds);
            for (int group = 0; group < groups.size(); group++) {
                offerBacklog(mbu.input(groups.get(group).name()), group, originNanos, seconds);
            }
            console.say(Console.event("backlog")
                    .field("packets", mbu.status().conditions().backlogPackets())
                    .field("bytes", mbu.status().conditions().backlogBytes()));
            String unused = console.hear();
            offerAlarms(mbu, alarms, 2L * alarms);
            TimeUnit.NANOSECONDS.sleep(BETWEEN.toNanos()); // the subscriber gets them, too
            console.say(Console.event("delivered"));
            unused = console.hear();
        }
    }

    private MobileBaseUnit start(List<SensorGroup> groups) {
        MobileBaseUnitBuilder builder = MobileBaseUnit.builder()
                .broker(URI.create(specification.string("broker")))
                .allowPlain()
                .credentials(Credentials.basic(specification.string("identity"), specification.string("password")))
                .ban(specification.string("identity"))
                .uplink(specification.string("uplink"))
                .http(MbuHttp.of(specification))
                .spool(SPOOL)
                .closeTimeout(Duration.ZERO)
                .startTimeout(Duration.ZERO);
        MbuAcknowledgements.set(specification, builder);
        for (SensorGroup group : groups) {
            builder.input(group).fullPolicy(group.name(), FullPolicy.WAIT).allowOutOfRange(group.name());
        }
        return builder.input(alarmGroup()).chain(ALARM, "packetizer(units=1)").start();
    }

    /** 50 bytes, now and then. */
    private static SensorGroup alarmGroup() {
        List<Channel> channels = IntStream.range(0, ALARM_CHANNELS)
                .mapToObj(c -> new Channel("c" + c, "", ALARM_BITS, Short.MIN_VALUE, Short.MAX_VALUE, 0, 1))
                .toList();
        return new SensorGroup(ALARM, new Frequency(1, 4), ServiceClass.ALARM, Duration.ofSeconds(1), channels);
    }

    /** Offers the signal from the beginning again when it is over. */
    private void offerBacklog(SensorInput input, int group, long originNanos, long seconds) {
        Frequency frequency = input.group().frequency();
        SampleLayout layout = new SampleLayout(input.group());
        Block block = new Block(layout.setBytes() * AT_ONCE);
        long units = (long) (seconds * frequency.hertz());
        long next = 0;
        while (next < units) {
            long before = next;
            try (Sensor sensor = signal.open(bytesPerSecond).get(group)) {
                int read = sensor.read(block, AT_ONCE);
                while (read > 0 && next < units) {
                    int[] samples = Production.samples(layout, block, read);
                    Object unused = input.offerAt(frequency.instantNanos(originNanos, next), samples);
                    next += read;
                    block.clear();
                    read = sensor.read(block, AT_ONCE);
                }
                block.clear();
            }
            if (next == before) {
                throw new IllegalStateException(
                        "the signal of group " + input.group().name() + " is empty");
            }
        }
    }

    /** Offers alarms at the next instants of the grid, and waits until the given number of the session's alarms is stored. */
    private void offerAlarms(MobileBaseUnit mbu, int alarms, long stored) throws InterruptedException {
        SensorInput input = mbu.input(ALARM);
        int[] samples = new int[ALARM_CHANNELS];
        for (int alarm = 0; alarm < alarms; alarm++) {
            samples[0] = alarm;
            Object unused = input.offerAt(awaitNextInstant(), samples);
        }
        long until = System.nanoTime() + PATIENCE.toNanos();
        int group = mbu.status().groups().size() - 1;
        while (mbu.status().groups().get(group).packetsAcknowledged() < stored && System.nanoTime() < until) {
            TimeUnit.MILLISECONDS.sleep(STEP.toMillis());
        }
    }

    /** The MBU takes an instant between those of the sampling grid for one of them, and the latency would be wrong. */
    private long awaitNextInstant() throws InterruptedException {
        long since = Console.epochNanos() - alarmOriginNanos;
        long next = alarmOriginNanos + (since / BETWEEN.toNanos() + 1) * BETWEEN.toNanos();
        for (long left = next - Console.epochNanos(); left > 0; left = next - Console.epochNanos()) {
            TimeUnit.NANOSECONDS.sleep(left);
        }
        return next;
    }
}
