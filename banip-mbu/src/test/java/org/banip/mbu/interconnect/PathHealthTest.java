package org.banip.mbu.interconnect;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import org.banip.mbu.settings.PathPolicySettings;
import org.banip.mbu.settings.PathSettings;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A path that loses packets from second 10 to 15, as in the fail-over study of True and Armitage (2015): it is left once, does not come back while it
 * loses packets, and comes back afterwards. A lost packet comes after a time-out of 200 ms, which doubles if it is lost again.
 */
class PathHealthTest {
    private static final long MILLI = 1_000_000L;
    private static final long ROUND_TRIP = 20;
    private static final long RESENT_AFTER = 200;
    private static final long RETURN = 3_000;
    private static final long BEGIN = 10_000;
    private static final long END = 15_000;

    private record Sent(long at, long answeredAt) {}

    @ParameterizedTest
    @CsvSource({
        "50, 0",
        "50, 10",
        "50, 50",
        "50, 100",
        "100, 0",
        "100, 10",
        "100, 50",
        "100, 100",
        "1000, 10",
        "1000, 50",
        "1000, 100",
        "3000, 100"
    })
    void doesNotFlap(long limit, int lossPercent) {
        for (long seed = 1; seed <= 8; seed++) {
            List<Long> switches = run(limit, lossPercent / 100.0, new Random(seed));
            String what = "seed " + seed + ", switches at " + switches;
            assertThat(switches.size()).as(what).isLessThanOrEqualTo(2).isNotEqualTo(1);
            if (lossPercent == 0) {
                assertThat(switches).as(what).isEmpty();
            }
            if (lossPercent == 100) {
                assertThat(switches.get(0)).as(what).isBetween(BEGIN, BEGIN + ROUND_TRIP + limit + 40);
            }
            if (switches.size() == 2) {
                assertThat(switches.get(1))
                        .as(what)
                        .isGreaterThan(END)
                        .isLessThan(END + RETURN + 4 * RESENT_AFTER * 16);
            }
        }
    }

    /** Sends a packet each 20 ms while the path is good, and probes when it is not. Returns the times of changes in ms. */
    private static List<Long> run(long limit, double loss, Random random) {
        PathHealth health = new PathHealth(RETURN * MILLI);
        List<Long> switches = new ArrayList<>();
        Queue<Sent> packets = new ArrayDeque<>();
        Queue<Sent> probes = new ArrayDeque<>();
        long inOrder = 0; // TCP delivers in order
        boolean good = true;
        for (long now = 0; now < 60_000; now++) {
            boolean packet = good && now % 20 == 0;
            boolean probe = health.takeProbe(ROUND_TRIP * MILLI, now * MILLI);
            if (packet || probe) {
                inOrder = Math.max(inOrder, now + delay(now, loss, RESENT_AFTER, random));
                (probe ? probes : packets).add(new Sent(now, inOrder));
            }
            while (!packets.isEmpty() && packets.element().answeredAt() <= now) {
                packets.remove();
            }
            long overdue = packets.isEmpty() ? 0 : now - packets.element().at();
            health.observe(overdue * MILLI, limit * MILLI, limit * MILLI, now * MILLI);
            if (!health.isGood()) {
                packets.clear(); // another path has sent them as well
            }
            while (!probes.isEmpty() && probes.element().answeredAt() <= now) {
                health.answered(probes.remove().at() * MILLI, limit * MILLI, limit * MILLI, now * MILLI);
            }
            if (health.isGood() != good) {
                good = health.isGood();
                switches.add(now);
            }
        }
        return switches;
    }

    /** The same with what a path learns: how long an acknowledgement may take. Losses are noticed by a time-out or by later segments. */
    @ParameterizedTest
    @CsvSource({"200", "70"})
    void doesNotFlapForWhatItLearnsOfLosses(long resentAfter) {
        for (long limit : new long[] {50, 100, 1000, 3000}) {
            for (double loss : new double[] {0.1, 0.5, 1}) {
                for (long seed = 1; seed <= 8; seed++) {
                    List<Long> switches = new Learning(limit).run(loss, resentAfter, new Random(seed));
                    String what = "limit " + limit + ", loss " + loss + ", seed " + seed + ", switches at " + switches;
                    assertThat(switches.size()).as(what).isLessThanOrEqualTo(2).isNotEqualTo(1);
                    if (loss == 1) {
                        assertThat(switches.get(0)).as(what).isBetween(BEGIN, BEGIN + ROUND_TRIP + limit + 120);
                    }
                    if (switches.size() == 2) {
                        assertThat(switches.get(1)).as(what).isGreaterThan(END);
                    }
                }
            }
        }
    }

    /** A path whose meter learns from acknowledgements, and has a packet each 20 ms while it is good. */
    private static final class Learning {
        private final PathMeter meter;
        private final Queue<Sent> packets = new ArrayDeque<>();
        private final Queue<Sent> probes = new ArrayDeque<>();

        Learning(long limit) {
            meter = new PathMeter(
                    0,
                    PathSettings.named("p"),
                    PathPolicySettings.DEFAULT.times(Duration.ofMillis(limit), Duration.ofMillis(RETURN)),
                    Duration.ZERO,
                    PathEnd.none("p"));
        }

        List<Long> run(double loss, long resentAfter, Random random) {
            List<Long> switches = new ArrayList<>();
            long inOrder = 0;
            for (long now = 1; now < 40_000; now++) {
                boolean before = meter.isGood();
                boolean probe = meter.takeProbe(now * MILLI);
                if (probe || (before && now % 20 == 0)) {
                    inOrder = Math.max(inOrder, now + delay(now, loss, resentAfter, random));
                    (probe ? probes : packets).add(new Sent(now, inOrder));
                }
                if (probe) {
                    meter.requested(now * MILLI);
                }
                step(now);
                if (meter.isGood() != before) {
                    switches.add(now);
                }
            }
            return switches;
        }

        private void step(long now) {
            while (!packets.isEmpty() && packets.element().answeredAt() <= now) {
                meter.roundTrip((now - packets.remove().at()) * MILLI, now * MILLI);
            }
            long overdue = packets.isEmpty() ? 0 : now - packets.element().at();
            meter.observe(overdue * MILLI, now * MILLI);
            if (!meter.isGood()) {
                packets.clear(); // another path has sent them as well
            }
            while (!probes.isEmpty() && probes.element().answeredAt() <= now) {
                boolean unused = meter.answered(probes.remove().at() * MILLI, now * MILLI);
            }
        }
    }

    private static long delay(long sent, double loss, long resentAfter, Random random) {
        long at = sent;
        long wait = resentAfter;
        while (at >= BEGIN && at < END && random.nextDouble() < loss) {
            at += wait;
            wait *= 2;
        }
        return at - sent + ROUND_TRIP;
    }
}
