package org.banip.alerts.signals;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A synthetic ECG whose beats are known: P, QRS and T waves, with noise, mains hum, wander of the baseline and pacing. The same settings and seed give
 * the same samples on every platform. Values are in millivolts until {@link #digital} makes them steps.
 */
public final class EcgSignal {
    private static final double PULSE_MILLIVOLTS = 4;

    private final double hertz;
    private final double[] millivolts;
    private final List<Integer> beats = new ArrayList<>();

    /** Silence of this length. */
    public EcgSignal(double hertz, double seconds) {
        this.hertz = hertz;
        millivolts = new double[(int) (hertz * seconds)];
    }

    /** Beats from one time to another, about {@code perMinute} of them, each interval up to 10 % off; R waves of this height. */
    public EcgSignal beats(double from, double to, double perMinute, double height, long seed) {
        Random random = new Random(seed);
        for (double at = from; at < to; at += 60 / perMinute * (0.9 + 0.2 * random.nextDouble())) {
            wave(at - 0.17, 0.025, 0.12 * height);
            wave(at - 0.03, 0.010, -0.12 * height);
            wave(at, 0.012, height);
            wave(at + 0.03, 0.012, -0.25 * height);
            wave(at + 0.15 + 0.15 * Math.sqrt(60 / perMinute), 0.045, 0.3 * height);
            remember(at);
        }
        return this;
    }

    /** Paced beats: a pulse of 2 ms, and 25 to 35 ms later a broad QRS complex with a large T wave in the other direction. */
    public EcgSignal paced(double from, double to, double perMinute, double height) {
        for (double at = from; at < to; at += 60 / perMinute) {
            pulse(at - 0.08);
            wave(at - 0.02, 0.025, 0.6 * height);
            wave(at + 0.01, 0.025, 0.7 * height);
            wave(at + 0.28, 0.05, -0.4 * height);
            remember(at);
        }
        return this;
    }

    /** Pulses that no beat follows. */
    public EcgSignal pulses(double from, double to, double perMinute) {
        for (double at = from; at < to; at += 60 / perMinute) {
            pulse(at);
        }
        return this;
    }

    /** P waves alone. */
    public EcgSignal atriaOnly(double from, double to, double perMinute, double height) {
        for (double at = from; at < to; at += 60 / perMinute) {
            wave(at, 0.025, height);
        }
        return this;
    }

    private void remember(double at) {
        int sample = (int) Math.round(at * hertz);
        if (sample < millivolts.length) {
            beats.add(sample);
        }
    }

    private void wave(double at, double width, double height) {
        int reach = (int) Math.ceil(4 * width * hertz);
        int centre = (int) Math.round(at * hertz);
        for (int i = Math.max(0, centre - reach); i < Math.min(millivolts.length, centre + reach); i++) {
            double x = (i / hertz - at) / width;
            millivolts[i] += height * StrictMath.exp(-x * x / 2);
        }
    }

    private void pulse(double at) {
        int first = (int) Math.round(at * hertz);
        int length = Math.max(1, (int) (0.002 * hertz));
        for (int i = Math.max(0, first); i < Math.min(millivolts.length, first + length); i++) {
            millivolts[i] += PULSE_MILLIVOLTS;
        }
    }

    /** White noise with this standard deviation. */
    public EcgSignal noise(double deviation, long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < millivolts.length; i++) {
            double sum = -6;
            for (int k = 0; k < 12; k++) {
                sum += random.nextDouble();
            }
            millivolts[i] += deviation * sum;
        }
        return this;
    }

    /** A sine. */
    public EcgSignal sine(double frequency, double amplitude) {
        for (int i = 0; i < millivolts.length; i++) {
            millivolts[i] += amplitude * StrictMath.sin(2 * Math.PI * frequency * i / hertz);
        }
        return this;
    }

    /** A jump of the baseline. */
    public EcgSignal jump(double at, double height) {
        for (int i = (int) (at * hertz); i < millivolts.length; i++) {
            millivolts[i] += height;
        }
        return this;
    }

    /** The samples as the numbers of a converter: its steps to a millivolt, and its zero. */
    public int[] digital(double stepsPerMillivolt, int zero) {
        int[] digital = new int[millivolts.length];
        for (int i = 0; i < digital.length; i++) {
            digital[i] = zero + (int) Math.rint(millivolts[i] * stepsPerMillivolt);
        }
        return digital;
    }

    /** Numbers of the samples of the R waves. */
    public List<Integer> beats() {
        return beats;
    }
}
