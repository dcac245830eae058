package org.banip.alerts.rhythm;

import java.util.List;
import org.banip.alerts.level.Limit;
import org.banip.alerts.spi.Condition;
import org.banip.alerts.spi.Detector;
import org.banip.alerts.spi.DetectorSite;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SampleLayout;
import org.banip.core.error.BanipException;
import org.banip.core.packet.Gap;

/**
 * Judges the rate of several leads together, so that a disturbance of one raises no alarm: the heart stands still if no lead has a beat, it is fast if
 * the slowest lead says so, and slow if the fastest one does. Leads without a beat in the time of asystole are left out of rates. One thread.
 */
final class HeartRateDetector implements Detector {
    /** A beat is told up to this long after its R wave. */
    private static final long TELLING_NANOS = 500_000_000L;

    private static final double NANOS_PER_SECOND = 1e9;
    private static final String PER_MINUTE = "/min";

    private final SampleLayout layout;
    private final int[] numbers;
    private final Lead[] leads;
    private final long asystoleSamples;
    private final Frequency frequency;
    private final Condition asystole;
    private final Limit fast;
    private final Limit slow;

    HeartRateDetector(DetectorSite site, List<String> labels, RateLimits limits) {
        layout = site.layout();
        frequency = site.group().frequency();
        numbers = new int[labels.size()];
        leads = new Lead[labels.size()];
        for (int i = 0; i < leads.length; i++) {
            numbers[i] = site.channel(labels.get(i));
            leads[i] = lead(site, numbers[i], limits);
        }
        asystoleSamples = frequency.unitAtOrAfter(limits.asystoleNanos() + TELLING_NANOS);
        String channel = String.join("+", labels);
        asystole = site.condition("asystole", limits.asystoleSeverity(), channel, "s");
        Limit.Tolerance tolerance = new Limit.Tolerance(limits.hysteresis(), limits.lastingNanos(), 0);
        fast = new Limit(
                site.condition("fast", limits.severity(), channel, PER_MINUTE),
                Limit.Side.ABOVE,
                limits.above(),
                tolerance);
        slow = new Limit(
                site.condition("slow", limits.severity(), channel, PER_MINUTE),
                Limit.Side.BELOW,
                limits.below(),
                tolerance);
    }

    private static Lead lead(DetectorSite site, int number, RateLimits limits) {
        try {
            return new Lead(site.channel(number), site.group().frequency(), limits.asystoleNanos());
        } catch (BanipException e) {
            throw site.unfit(String.valueOf(e.getMessage()));
        }
    }

    @Override
    public void sensorSet(byte[] bytes, int at, long nanos) {
        boolean beat = false;
        long shortest = Long.MAX_VALUE;
        for (int i = 0; i < leads.length; i++) {
            beat |= leads[i].sample(layout.read(bytes, at, numbers[i]), nanos);
            if (leads[i].isUsable()) {
                shortest = Math.min(shortest, leads[i].judged());
            }
        }
        if (shortest != Long.MAX_VALUE && shortest >= asystoleSamples) {
            beginAsystole(nanos);
        }
        if (beat) {
            judge(nanos);
        }
    }

    private void beginAsystole(long nanos) {
        if (asystole.isActive()) {
            return;
        }
        long last = Long.MIN_VALUE;
        for (Lead lead : leads) {
            last = Math.max(last, lead.lastBeat(nanos - frequency.nanosOfUnit(lead.judged())));
        }
        asystole.begin(last, nanos, (nanos - last) / NANOS_PER_SECOND);
        fast.interrupt();
        slow.interrupt();
    }

    private void judge(long nanos) {
        double slowest = Double.MAX_VALUE;
        double fastest = 0;
        boolean beats = false;
        long lastBeat = Long.MIN_VALUE;
        for (Lead lead : leads) {
            if (!lead.isUsable() || !lead.beats() || lead.judged() >= asystoleSamples) {
                continue;
            }
            beats = true;
            lastBeat = Math.max(lastBeat, lead.lastBeat(nanos));
            if (lead.rate() > 0) {
                slowest = Math.min(slowest, lead.rate());
                fastest = Math.max(fastest, lead.rate());
            }
        }
        if (beats && asystole.isActive()) {
            asystole.end(nanos, (nanos - lastBeat) / NANOS_PER_SECOND);
        }
        if (fastest > 0) {
            fast.next(slowest, nanos);
            slow.next(fastest, nanos);
        }
    }

    @Override
    public void gap(long fromNanos, long toNanos, Gap.Reason reason) {
        for (Lead lead : leads) {
            lead.gap(fromNanos, toNanos);
        }
        fast.interrupt();
        slow.interrupt();
    }
}
