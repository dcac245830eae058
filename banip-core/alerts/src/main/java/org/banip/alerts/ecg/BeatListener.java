package org.banip.alerts.ecg;

/** Is told of beats. */
@FunctionalInterface
public interface BeatListener {
    /**
     * A beat.
     *
     * @param samplesAgo how many samples before the newest one the R wave was, 0 or more
     */
    void beat(int samplesAgo);
}
