package org.banip.measure.urgency;

import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.banip.mbu.GroupStatus;
import org.banip.mbu.MobileBaseUnit;
import org.banip.mbu.MobileBaseUnitBuilder;
import org.banip.mbu.settings.FullPolicy;
import org.banip.mbu.settings.SpoolSettings;
import org.banip.mbu.spi.SensorInput;
import org.banip.measure.cpi.process.Console;

/** Packets of {@link UrgencyGroups#TREND} that wait in an MBU's spool. One thread. */
final class Backlog {
    /** Packets of 200 ms in a day. */
    static final long DAY = 432_000;
    /** Most packets. */
    static final long MOST = 1_000_000;

    private static final int UNITS_AT_ONCE = 2000;
    private static final long LOOK_MILLIS = 50;
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private final long packets;

    Backlog(long packets) {
        this.packets = packets;
    }

    /** Adds the group, and a spool that has room for the backlog. */
    static MobileBaseUnitBuilder addTo(MobileBaseUnitBuilder builder) {
        return builder.input(UrgencyGroups.TREND)
                .fullPolicy(UrgencyGroups.TREND.name(), FullPolicy.WAIT)
                .chain(UrgencyGroups.TREND.name(), "packetizer(units=2,hold=0)")
                .spool(new SpoolSettings(2_000_000, 1L << 30, 1 << 20));
    }

    /** Puts the packets into the spool, as fast as they can be encoded. */
    void fill(MobileBaseUnit mbu) {
        SensorInput trend = mbu.input(UrgencyGroups.TREND.name());
        int[] samples = new int[UNITS_AT_ONCE * UrgencyGroups.TREND.channels().size()];
        Arrays.setAll(samples, i -> i % 1000);
        long instant = Console.epochNanos() - TimeUnit.DAYS.toNanos(2);
        for (long units = 2 * packets; units > 0; units -= UNITS_AT_ONCE) {
            trend.offerAt(instant, samples);
            instant += UrgencyGroups.TREND.frequency().nanosOfUnit(UNITS_AT_ONCE);
        }
    }

    /** What was offered last may wait to be encoded. */
    void await(MobileBaseUnit mbu) throws InterruptedException {
        long until = System.nanoTime() + PATIENCE.toNanos();
        while (made(mbu) < packets - UNITS_AT_ONCE) {
            if (System.nanoTime() > until) {
                throw new IllegalStateException("a backlog of " + made(mbu) + " packets instead of " + packets);
            }
            TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
        }
    }

    private static long made(MobileBaseUnit mbu) {
        return mbu.status().groups().stream()
                .filter(group -> group.name().equals(UrgencyGroups.TREND.name()))
                .mapToLong(GroupStatus::packets)
                .sum();
    }
}
