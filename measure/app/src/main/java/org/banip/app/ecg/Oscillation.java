package org.banip.app.ecg;

/** A sine in time, the same on every JVM and as exact after weeks as in the first second. */
final class Oscillation {
    private final double hertz;
    private final double phase;

    /** Swings at this frequency in hertz, and begins at this phase: 0 to 1 for a whole swing. */
    Oscillation(double hertz, double phase) {
        this.hertz = hertz;
        this.phase = phase;
    }

    /**
     * The value at an instant, −1 to 1.
     *
     * <p>The angle is brought to within an eighth of a turn first: JDKs that compute {@link StrictMath#sin} in Java allocate
     * beyond that.
     */
    double at(double seconds) {
        double turns = hertz * seconds + phase;
        double inTurn = turns - Math.floor(turns);
        int quarter = (int) (4 * inTurn + 0.5);
        double angle = (inTurn - quarter * 0.25) * (2 * Math.PI);
        double height = (quarter & 1) == 0 ? StrictMath.sin(angle) : StrictMath.cos(angle);
        return (quarter & 2) == 0 ? height : -height;
    }
}
