package org.banip.measure.http;

import java.io.IOException;
import java.time.Duration;
import java.util.Locale;
import java.util.Set;
import org.banip.emulator.EmulatedLink;
import org.banip.emulator.profile.Change;
import org.banip.emulator.profile.DirectionSettings;
import org.banip.emulator.profile.LinkProfile;
import org.banip.emulator.profile.LinkSettings;
import org.banip.emulator.profile.Way;
import org.banip.measure.http.transfer.Congestion;

/**
 * One cell of the matrix of links. Both directions are alike; the added round-trip time is half in each.
 *
 * @param megabits rate in Mbit/s
 * @param rttMillis added round-trip time
 * @param lossPercent share of packets lost at random in each direction
 * @param congestionControl of TCP and QUIC
 */
public record StudiedLink(double megabits, int rttMillis, double lossPercent, String congestionControl) {
    private static final double BYTES_PER_MEGABIT = 125_000;
    private static final double OPEN_MEGABITS = 1000;
    private static final int MTU = 1500;
    private static final double PERCENT = 100;
    private static final double NANOS_PER_MILLI = 1e6;

    /** Checks each against its range. */
    public StudiedLink {
        if (!(megabits >= 0.1 && megabits <= OPEN_MEGABITS)) {
            throw new IllegalArgumentException("bandwidth " + megabits + ", allowed are 0.1 to 1000 Mbit/s");
        }
        if (rttMillis < 0 || rttMillis > 5000) {
            throw new IllegalArgumentException("round-trip time " + rttMillis + ", allowed are 0 to 5000 ms");
        }
        if (!(lossPercent >= 0 && lossPercent <= 50)) {
            throw new IllegalArgumentException("loss " + lossPercent + ", allowed are 0 to 50 %");
        }
        congestionControl = Congestion.checked(congestionControl);
    }

    /** Its name in results. */
    public String name() {
        return number(megabits) + "m-" + rttMillis + "ms-" + number(lossPercent) + "pc";
    }

    private static String number(double value) {
        return value == Math.rint(value) ? Long.toString(Math.round(value)) : String.format(Locale.ROOT, "%s", value);
    }

    double bytesPerSecond() {
        return megabits * BYTES_PER_MEGABIT;
    }

    /** The same link without delay and loss, and much faster: on it the processes warm up. */
    LinkProfile open() {
        DirectionSettings open = DirectionSettings.builder()
                .bytesPerSecond(OPEN_MEGABITS * BYTES_PER_MEGABIT)
                .build();
        return LinkProfile.of(new LinkSettings(name(), MTU, congestionControl, open, open));
    }

    /** Gives a link these conditions. */
    void impose(EmulatedLink link) throws IOException {
        Set<Way> both = Set.of(Way.values());
        link.change(both, new Change.Rate(bytesPerSecond()));
        link.change(both, new Change.Delay(Duration.ofNanos(Math.round(rttMillis * NANOS_PER_MILLI / 2))));
        link.change(both, new Change.Loss(lossPercent / PERCENT));
    }
}
