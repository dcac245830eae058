package org.banip.app.ecg;

/**
 * The shape of a beat: each wave is a Gaussian in time, with an amplitude in each lead, as in McSharry, Clifford, Tarassenko and
 * Smith, "A dynamical model for generating synthetic electrocardiogram signals" (2003).
 */
final class EcgWaves {
    /** Leads that are computed; the limb leads III, aVR, aVL and aVF follow from I and II. */
    static final int INDEPENDENT_LEADS = 8;

    private static final int P = 0;
    private static final int FIRST_T = 4;
    private static final int WAVES = 6;

    /** Seconds from the R peak at one beat a second: P, Q, R, S, and T as a slow rise and a faster fall. */
    private static final double[] CENTRES = {-0.19, -0.034, 0, 0.034, 0.26, 0.31};

    private static final double[] WIDTHS = {0.024, 0.0095, 0.0105, 0.0115, 0.055, 0.035};
    /** Widths from its centre beyond which a wave is nothing: less than 4 µV of 1 mV. */
    private static final double REACH = 5;

    /** Millivolts by lead (I, II, V1 to V6), then by wave. */
    private static final double[][] AMPLITUDES = {
        {0.08, -0.06, 0.65, -0.12, 0.12, 0.10},
        {0.15, -0.10, 1.20, -0.22, 0.18, 0.14},
        {0.05, 0.00, 0.22, -0.95, -0.04, -0.03},
        {0.06, 0.00, 0.45, -1.35, 0.26, 0.18},
        {0.06, -0.02, 0.85, -0.90, 0.30, 0.20},
        {0.07, -0.06, 1.45, -0.50, 0.26, 0.18},
        {0.07, -0.09, 1.35, -0.25, 0.20, 0.15},
        {0.07, -0.09, 1.05, -0.12, 0.15, 0.12},
    };

    private EcgWaves() {}

    /** Adds what the beats contribute at this instant to each independent lead, in millivolts. */
    static void addTo(double[] leads, Heartbeats beats, double seconds) {
        for (int beat = 0; beat < beats.count(); beat++) {
            double sinceR = seconds - beats.instant(beat);
            double stretch = Math.sqrt(beats.intervalBefore(beat));
            for (int wave = 0; wave < WAVES; wave++) {
                double ownTime = stretches(wave) ? sinceR / stretch : sinceR;
                double distance = (ownTime - CENTRES[wave]) / WIDTHS[wave];
                if (distance > -REACH && distance < REACH) {
                    double height = StrictMath.exp(-0.5 * distance * distance);
                    for (int lead = 0; lead < INDEPENDENT_LEADS; lead++) {
                        leads[lead] += height * AMPLITUDES[lead][wave];
                    }
                }
            }
        }
    }

    /** P and T come closer to R when the heart beats faster, with the square root of the interval (Bazett). */
    private static boolean stretches(int wave) {
        return wave == P || wave >= FIRST_T;
    }
}
