package org.banip.mbu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.time.Duration;
import java.util.Random;
import java.util.function.IntPredicate;
import org.banip.mbu.sampling.SamplingSchedule;
import org.banip.mbu.settings.HttpSettings;
import org.banip.mbu.settings.SpoolSettings;
import org.banip.mbu.spi.MbuEvent;
import org.banip.mbu.testhost.DamagingRelay;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Plain HTTP through a relay that flips bits: docs/protocol.md, "Errors". With the system property {@code banip.damage.seconds} the test lasts
 * for that time: the signal is sampled in real time, and a bit is flipped every three seconds on average.
 */
class UplinkDamageTest extends UplinkContract {
    private static final Logger LOG = LoggerFactory.getLogger(UplinkDamageTest.class);
    private static final int SECONDS = Integer.getInteger("banip.damage.seconds", 0);
    private static final int MEAN_BYTES = 2000;
    private static final int UNITS = 20_000;
    private static final long SEED = 16;

    @Test
    @Timeout(3600)
    void damagedBytesNeverMakeTheMbuFail() throws Exception {
        assumeThat(base().getScheme()).as("TLS detects all damage").isEqualTo("http");
        host.keepAliveMillis = 300;
        host.missedKeepAlives = 3;
        boolean lasting = SECONDS > 0;
        int units = lasting ? SECONDS * 360 : !uplink().startsWith("per") ? 4 * UNITS : UNITS;
        Random random = new Random(SEED);
        try (DamagingRelay relay =
                        new DamagingRelay(base(), lasting ? everyThreeSeconds(random) : everyFewBytes(random));
                MobileBaseUnit mbu = ecg(units)
                        .broker(relay.base())
                        .speed(lasting ? 1 : SamplingSchedule.UNPACED)
                        .spool(new SpoolSettings(100, 1 << 20, 8192))
                        .http(HttpSettings.builder()
                                .responseTimeout(Duration.ofMillis(900))
                                .probeInterval(Duration.ofMillis(10))
                                .build())
                        .start()) {
            assertThat(mbu.isDeliveredWithin(PATIENCE.multipliedBy(2).plusSeconds(SECONDS)))
                    .as("delivered, %s", mbu.status())
                    .isTrue();
            LOG.info(
                    "{}: {} units through {} flipped bits, {}",
                    uplink(),
                    units,
                    relay.flips(),
                    mbu.status().link());
            assertThat(relay.flips()).as("flipped bits").isGreaterThan(lasting ? SECONDS / 10 : 3);
        }
        assertThat(eventsOf(MbuEvent.Failed.class)).isEmpty();
        assertThat(eventsOf(MbuEvent.GapDeclared.class)).isEmpty();
        assertThat(host.sessions()).isOne();
        assertStored(0, ECG, units);
    }

    private static IntPredicate everyFewBytes(Random random) {
        return bytes -> random.nextInt(MEAN_BYTES) < bytes;
    }

    private static IntPredicate everyThreeSeconds(Random random) {
        long[] next = {System.nanoTime()};
        return bytes -> {
            boolean due = System.nanoTime() >= next[0];
            if (due) {
                next[0] += (long) (random.nextDouble() * 6e9);
            }
            return due;
        };
    }
}
