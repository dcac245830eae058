package org.banip.alerts.ecg;

/** The usual heights of beats and of noise, and the threshold between them. One thread. */
final class Levels {
    /** Peaks below 12 uV in 10 ms are no beats, whatever else there is: P waves alone of less than about 0.06 mV. */
    static final int FLOOR = 12 * Microvolts.PARTS;

    /** 0.3125 of the way from noise to beats. */
    private static final int THRESHOLD_SIXTEENTHS = 5;

    private final LastValues beats = new LastValues();
    private final LastValues noise = new LastValues();
    private int threshold;

    void beat(int height) {
        beats.add(height);
        update();
    }

    void noise(int height) {
        noise.add(height);
        update();
    }

    /** Begins anew with beats of this height. */
    void learn(int height) {
        beats.fill(height);
        noise.fill(0);
        update();
    }

    private void update() {
        int low = noise.median();
        threshold = low + (int) ((long) (beats.median() - low) * THRESHOLD_SIXTEENTHS / 16);
    }

    /** A higher peak is a beat. */
    int threshold() {
        return threshold;
    }
}
