package org.banip.alerts.ecg;

/** A peak of the filtered signal. Reused, so that none is allocated. One thread. */
final class Peak {
    /** Its height; 0 if there is none. */
    int height;

    /** Numbers of the samples of the peak and of the R wave. */
    long at;

    long r;

    /** The steepest slope before it. */
    int slope;

    /** Whether the signal only rises or only falls there: a shift of the baseline. */
    boolean isShift;

    void set(Peak other) {
        height = other.height;
        at = other.at;
        r = other.r;
        slope = other.slope;
        isShift = other.isShift;
    }
}
