package org.banip.app.ecg;

/** Random numbers that are the same for a seed on every JVM (the SplitMix64 sequence). */
final class SeededNoise {
    private static final long STEP = 0x9e3779b97f4a7c15L;

    private long state;

    SeededNoise(long seed) {
        state = seed;
    }

    private long next() {
        state += STEP;
        long mixed = (state ^ state >>> 30) * 0xbf58476d1ce4e5b9L;
        mixed = (mixed ^ mixed >>> 27) * 0x94d049bb133111ebL;
        return mixed ^ mixed >>> 31;
    }

    /** Evenly distributed from 0 to below 1. */
    double uniform() {
        return (next() >>> 11) * 0x1p-53;
    }

    /** Near enough to normal, mean 0, standard deviation 1, never beyond ±3.5: four uniform numbers added. */
    double gaussian() {
        return (uniform() + uniform() + uniform() + uniform() - 2) * 1.7320508075688772;
    }
}
