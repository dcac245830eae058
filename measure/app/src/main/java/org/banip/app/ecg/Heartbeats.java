package org.banip.app.ecg;

/**
 * When the heart beats: intervals that vary with respiration, with the slower waves of blood pressure, and at random.
 *
 * <p>Four successive beats are kept around the present: two past, two to come.
 */
final class Heartbeats {
    /** Breaths per second. */
    static final double RESPIRATION_HZ = 0.25;

    private static final double PRESSURE_WAVES_HZ = 0.1;
    private static final int KEPT = 4;

    private final double meanInterval;
    private final double variability;
    private final SeededNoise noise;
    private final Oscillation respiration;
    private final Oscillation pressureWaves;

    private final double[] instants = new double[KEPT];

    Heartbeats(double beatsPerMinute, double variability, long seed) {
        meanInterval = 60 / beatsPerMinute;
        this.variability = variability;
        noise = new SeededNoise(seed);
        respiration = new Oscillation(RESPIRATION_HZ, noise.uniform());
        pressureWaves = new Oscillation(PRESSURE_WAVES_HZ, noise.uniform());
        instants[0] = -1.5 * meanInterval;
        for (int beat = 1; beat < KEPT; beat++) {
            instants[beat] = instants[beat - 1] + intervalAfter(instants[beat - 1]);
        }
    }

    private double intervalAfter(double seconds) {
        double waves = 0.8 * respiration.at(seconds) + 0.5 * pressureWaves.at(seconds);
        double swing = variability * (waves + 0.4 * noise.gaussian());
        return meanInterval * Math.max(0.4, 1 + swing);
    }

    /** Moves on until this instant lies between the two middle beats; instants must not go back. */
    void advanceTo(double seconds) {
        while (seconds >= instants[2]) {
            System.arraycopy(instants, 1, instants, 0, KEPT - 1);
            instants[KEPT - 1] = instants[KEPT - 2] + intervalAfter(instants[KEPT - 2]);
        }
    }

    /** Beats that are kept: 0 to {@code count() - 1}. */
    int count() {
        return KEPT;
    }

    /** When this beat's R wave peaks, in seconds. */
    double instant(int beat) {
        return instants[beat];
    }

    /** The interval before this beat, in seconds. */
    double intervalBefore(int beat) {
        return beat == 0 ? instants[1] - instants[0] : instants[beat] - instants[beat - 1];
    }
}
