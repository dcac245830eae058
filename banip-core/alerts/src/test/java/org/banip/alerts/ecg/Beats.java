package org.banip.alerts.ecg;

import java.util.ArrayList;
import java.util.List;
import org.banip.core.ban.Channel;
import org.banip.core.ban.Frequency;

/** Runs a detector over samples and keeps the numbers of the samples with a beat. */
final class Beats implements BeatListener {
    private final BeatDetector detector;
    private final List<Integer> found = new ArrayList<>();
    private int now = -1;

    Beats(Channel channel, Frequency frequency) {
        detector = new BeatDetector(channel, frequency, this);
    }

    static List<Integer> in(int[] samples, Channel channel, Frequency frequency) {
        Beats beats = new Beats(channel, frequency);
        beats.feed(samples, 0, samples.length);
        return beats.found();
    }

    void feed(int[] samples, int from, int to) {
        for (int i = from; i < to; i++) {
            now = i;
            detector.sample(samples[i]);
        }
    }

    void skip(int samples) {
        detector.gap(samples);
    }

    List<Integer> found() {
        return found;
    }

    @Override
    public void beat(int samplesAgo) {
        found.add(now - samplesAgo);
    }
}
