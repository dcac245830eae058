package org.banip.measure.price.process;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.banip.core.ban.Channel;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SensorGroup;
import org.banip.core.ban.ServiceClass;
import org.banip.core.json.JsonObject;
import org.banip.mbu.MobileBaseUnit;
import org.banip.mbu.MobileBaseUnitBuilder;
import org.banip.mbu.settings.Credentials;
import org.banip.mbu.settings.FullPolicy;
import org.banip.mbu.spi.MbuEvent;
import org.banip.mbu.spi.OfferOutcome;
import org.banip.mbu.spi.SensorInput;
import org.banip.measure.cpi.process.Console;

/**
 * An MBU with {@value #CHANNELS} channels, whose app offers {@value #SETS} sensor sets at once: a packet. First as fast as it takes them, then
 * {@value #PACED} packets a second, which is ten times what the sampling frequency makes. Specification: {@code broker}, {@code identity}, {@code
 * password}, {@code spool} (a directory, or empty), {@code syncMillis} (0: each packet), {@code warmUpMillis}, {@code windowMillis}. Says {@code fast},
 * then {@code paced}, each with packets a second and the time from the offer to the host's acknowledgement.
 */
public final class PricedMbu {
    /** Channels of the group. */
    public static final int CHANNELS = 12;
    /** Sensor sets in a packet. */
    public static final int SETS = 50;

    static final int PACED = 100;

    private static final int HERTZ = 500;
    private static final int BITS = 12;
    private static final int MOST = 2047;
    private static final int OFFERS = 64;
    private static final long SEED = 2003;
    private static final long PERIOD_NANOS = TimeUnit.SECONDS.toNanos(1) / PACED;
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final Map<Long, Long> offeredNanos = new ConcurrentHashMap<>();
    private final JsonObject specification;
    private final int[][] samples = samples();
    private volatile TimedCount count;
    private long acknowledged;
    private long next;

    private PricedMbu(JsonObject specification) {
        this.specification = specification;
        count = newCount();
    }

    /** Runs it. */
    public static void main(String[] args) throws Exception {
        Console console = Console.open();
        new PricedMbu(console.specification()).run(console);
        System.exit(0);
    }

    private TimedCount newCount() {
        return new TimedCount(millis("warmUpMillis"), millis("windowMillis"));
    }

    private Duration millis(String name) {
        return Duration.ofMillis(specification.integer(name, 0, Integer.MAX_VALUE));
    }

    private static SensorGroup group() {
        List<Channel> channels = IntStream.range(0, CHANNELS)
                .mapToObj(channel -> new Channel("lead" + channel, "mV", BITS, -MOST - 1, MOST, -5, 5))
                .toList();
        return new SensorGroup("ecg", Frequency.ofHz(HERTZ), ServiceClass.LIVE, Duration.ofSeconds(1), channels);
    }

    /** A slow wave with noise on each channel. */
    private static int[][] samples() {
        Random random = new Random(SEED);
        int[][] all = new int[OFFERS][SETS * CHANNELS];
        for (int offer = 0; offer < OFFERS; offer++) {
            for (int i = 0; i < all[offer].length; i++) {
                double angle = 2 * Math.PI * (offer * SETS + i / CHANNELS) / (OFFERS * SETS / 8.0);
                all[offer][i] = (int) (900 * Math.sin(angle + i % CHANNELS)) + random.nextInt(9);
            }
        }
        return all;
    }

    private void run(Console console) throws InterruptedException {
        MobileBaseUnitBuilder builder = MobileBaseUnit.builder()
                .broker(URI.create(specification.string("broker")))
                .credentials(Credentials.basic(specification.string("identity"), specification.string("password")))
                .ban(specification.string("identity"))
                .input(group())
                .fullPolicy("ecg", FullPolicy.WAIT)
                .chain("packetizer(units=" + SETS + ",hold=0)|auto")
                .acknowledgeWithin(Duration.ZERO)
                .listener(event -> {
                    if (event instanceof MbuEvent.Acknowledged stored) {
                        acknowledged(stored.nextSequence());
                    }
                });
        String spool = specification.string("spool");
        if (!spool.isEmpty()) {
            builder.spool(Path.of(spool), millis("syncMillis"));
        }
        try (MobileBaseUnit mbu = builder.start()) {
            SensorInput input = mbu.input("ecg");
            count = newCount();
            while (!count.isOver()) {
                offer(input);
            }
            mbu.awaitDelivered(PATIENCE);
            console.say(count.event("fast").field("packets", next));
            count = newCount();
            long begun = System.nanoTime();
            for (long offer = 1; !count.isOver(); offer++) {
                offer(input);
                long left = begun + offer * PERIOD_NANOS - System.nanoTime();
                TimeUnit.NANOSECONDS.sleep(Math.max(0, left)); // the pace
            }
            mbu.awaitDelivered(PATIENCE);
            console.say(count.event("paced"));
        }
    }

    private void offer(SensorInput input) {
        offeredNanos.put(next, System.nanoTime());
        OfferOutcome outcome = input.offerNext(samples[(int) (next % OFFERS)]);
        if (outcome != OfferOutcome.ACCEPTED) {
            throw new IllegalStateException("packet " + next + " was not taken: " + outcome);
        }
        next++;
    }

    /** Called in order. A packet has the number of its offer, because it is one. */
    private void acknowledged(long nextSequence) {
        while (acknowledged < nextSequence) {
            Long offered = offeredNanos.remove(acknowledged);
            if (offered != null) {
                count.confirmed(offered);
            }
            acknowledged++;
        }
    }
}
