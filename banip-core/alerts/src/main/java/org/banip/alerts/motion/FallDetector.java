package org.banip.alerts.motion;

import java.util.List;
import org.banip.alerts.finding.Severity;
import org.banip.alerts.spi.Condition;
import org.banip.alerts.spi.Detector;
import org.banip.alerts.spi.DetectorSite;
import org.banip.core.ban.Channel;
import org.banip.core.ban.SampleLayout;
import org.banip.core.packet.Gap;
import org.banip.core.text.Quoted;

/**
 * Finds falls by the magnitude of the acceleration: below a lower threshold, then above an upper one (A. K. Bourke, J. V. O'Brien and G. M. Lyons,
 * Gait &amp; Posture 26(2):194–199, 2007), and no movement after that. One thread.
 */
final class FallDetector implements Detector {
    private static final int LOWEST_HERTZ = 20;
    private static final double STANDARD_GRAVITY = 9.80665;

    private final SampleLayout layout;
    private final FallLimits limits;
    private final Condition fall;
    private final int[] numbers = new int[3];
    private final Channel[] channels = new Channel[3];
    private final double[] perGravity = new double[3];

    private State state = State.UPRIGHT;
    private long fallingSince;
    private long lastLight;
    private long lastImpact;
    private double hardest;
    private boolean still;
    private long stillSince;

    private enum State {
        UPRIGHT,
        FALLING,
        DOWN
    }

    FallDetector(DetectorSite site, List<String> labels, FallLimits limits, Severity severity) {
        this.limits = limits;
        layout = site.layout();
        if (site.group().frequency().hertz() < LOWEST_HERTZ) {
            throw site.unfit("falls cannot be found at " + site.group().frequency() + " Hz, at least " + LOWEST_HERTZ
                    + " Hz are needed");
        }
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = site.channel(labels.get(i));
            channels[i] = site.channel(numbers[i]);
            perGravity[i] = 1 / gravity(site, channels[i]);
        }
        fall = site.condition("fall", severity, String.join("+", labels), "[g]");
    }

    /** One g in the unit of a channel. */
    private static double gravity(DetectorSite site, Channel channel) {
        switch (channel.unit()) {
            case "[g]":
                return 1;
            case "m[g]":
                return 1000;
            case "m/s2":
                return STANDARD_GRAVITY;
            default:
                throw site.unfit("channel " + Quoted.of(channel.label()) + " has unit " + Quoted.of(channel.unit())
                        + ", acceleration must be in [g], m[g] or m/s2");
        }
    }

    @Override
    public void sensorSet(byte[] bytes, int at, long nanos) {
        double square = 0;
        for (int i = 0; i < numbers.length; i++) {
            double share = channels[i].toPhysical(layout.read(bytes, at, numbers[i])) * perGravity[i];
            square += share * share;
        }
        double magnitude = Math.sqrt(square); // rounds correctly on every platform
        if (magnitude < limits.freeFall()) {
            light(nanos);
        }
        if (magnitude > limits.impact()) {
            impact(magnitude, nanos);
        }
        if (state == State.FALLING && nanos - lastLight > limits.withinNanos()) {
            state = State.UPRIGHT;
        }
        rest(Math.abs(magnitude - 1) <= limits.stillSpread(), magnitude, nanos);
    }

    private void light(long nanos) {
        lastLight = nanos;
        if (state == State.UPRIGHT) {
            state = State.FALLING;
            fallingSince = nanos;
        }
    }

    private void impact(double magnitude, long nanos) {
        if (state == State.UPRIGHT) {
            return;
        }
        hardest = state == State.FALLING ? magnitude : Math.max(hardest, magnitude);
        state = State.DOWN;
        lastImpact = nanos;
    }

    private void rest(boolean isStill, double magnitude, long nanos) {
        if (!isStill) {
            still = false;
            fall.end(nanos, magnitude);
        } else if (!still) {
            still = true;
            stillSince = nanos;
        }
        if (state != State.DOWN) {
            return;
        }
        if (still && nanos - stillSince >= limits.stillNanos()) {
            fall.begin(fallingSince, nanos, hardest);
            state = State.UPRIGHT;
        } else if (!still && nanos - lastImpact > limits.settleNanos()) {
            state = State.UPRIGHT;
        }
    }

    /** A fall under way is not pursued over a gap, but one that was down may be found to lie still after a short one. */
    @Override
    public void gap(long fromNanos, long toNanos, Gap.Reason reason) {
        still = false;
        if (state == State.FALLING || toNanos <= fromNanos || toNanos - lastImpact > limits.settleNanos()) {
            state = State.UPRIGHT;
        }
    }
}
