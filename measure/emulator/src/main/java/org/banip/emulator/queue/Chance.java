package org.banip.emulator.queue;

import java.time.Duration;
import java.util.Optional;
import java.util.SplittableRandom;
import org.banip.emulator.profile.BearerWait;
import org.banip.emulator.profile.BurstLoss;

/** The random effects of a link. Each kind has a seed of its own, so that the effects are independent of each other. */
final class Chance {
    private final SplittableRandom forLoss;
    private final SplittableRandom forBursts;
    private final SplittableRandom forJitter;
    private final SplittableRandom forWaits;
    private boolean bad;

    Chance(long seed) {
        SplittableRandom root = new SplittableRandom(seed);
        this.forLoss = root.split();
        this.forBursts = root.split();
        this.forJitter = root.split();
        this.forWaits = root.split();
    }

    /** Whether the next packet is lost. */
    boolean losing(double share, Optional<BurstLoss> burst) {
        boolean alone = forLoss.nextDouble() < share;
        return burst.map(this::losingInBurst).orElse(false) || alone;
    }

    private boolean losingInBurst(BurstLoss burst) {
        bad = bad ? forBursts.nextDouble() >= burst.leave() : forBursts.nextDouble() < burst.enter();
        return forBursts.nextDouble() < burst.loss() && bad;
    }

    /** A uniformly distributed number between minus and plus this bound. */
    long jitterNanos(Duration most) {
        long nanos = most.toNanos();
        return nanos == 0 ? 0 : forJitter.nextLong(-nanos, nanos + 1);
    }

    long waitNanos(BearerWait wait) {
        return forWaits.nextLong(wait.min().toNanos(), wait.max().toNanos() + 1);
    }
}
