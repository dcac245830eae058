package org.banip.mbu.thinning;

import org.banip.core.ban.Channel;
import org.banip.core.ban.SampleLayout;
import org.banip.core.ban.SensorGroup;
import org.banip.core.ban.Thinning;
import org.banip.core.transcoding.spi.Block;

/**
 * Turns a stretch of consecutive sensor sets into sensor sets of the lower rate: every n-th one, of a waveform behind a low-pass filter. Unit k of
 * the result has the instant of unit k · n of the stretch. The filter needs half its length on both sides; beyond the ends of the stretch it takes
 * the first and the last sensor set. One thread at a time.
 *
 * <p>A sample outside its channel's digital range has a meaning of its own, so it is never mixed with others: if it is the one to be taken it stays
 * as it is, and otherwise the sample to be taken stands in for it.
 */
public final class Decimator {
    private final SampleLayout layout;
    private final Channel[] channels;
    private final int times;
    private final double[] taps;
    private final int half;
    private final byte[] set;

    /** The last samples of each channel, as many as the filter is long. */
    private final int[][] recent;

    // Of the stretch.
    private long originNanos;
    private long taken;
    private long made;

    /** A decimator to every {@code times}-th sensor set of a group. */
    public Decimator(SensorGroup group, int times, Thinning.Kind kind) {
        layout = new SampleLayout(group);
        channels = group.channels().toArray(new Channel[0]);
        this.times = times;
        taps = kind == Thinning.Kind.WAVEFORM ? LowPass.coefficients(times) : new double[] {1};
        half = taps.length / 2;
        set = new byte[layout.setBytes()];
        recent = new int[channels.length][taps.length];
    }

    /** Begins a stretch whose first sensor set has this instant. */
    public void begin(long firstNanos) {
        originNanos = firstNanos;
        taken = 0;
        made = 0;
    }

    /** Takes the next sensor sets of the stretch, and puts those of the lower rate that are complete into a block. */
    public void take(Block sets, Block into) {
        clear(into);
        for (int u = 0; u < sets.unitCount(); u++) {
            int at = (int) (taken % taps.length);
            for (int c = 0; c < channels.length; c++) {
                recent[c][at] = layout.read(sets.bytes(), u * layout.setBytes(), c);
            }
            taken++;
            if (made * times + half < taken) {
                make(into);
            }
        }
    }

    /** Ends the stretch, and puts the rest of its sensor sets of the lower rate into a block. */
    public void finish(Block into) {
        clear(into);
        while (made * times < taken) {
            make(into);
        }
    }

    private void clear(Block into) {
        into.clear();
        into.describe(originNanos, made, 0);
    }

    private void make(Block into) {
        long centre = made * times;
        for (int c = 0; c < channels.length; c++) {
            layout.write(set, 0, c, sample(c, centre));
        }
        into.append(set, 0, set.length);
        into.describe(originNanos, into.firstUnit(), into.unitCount() + 1);
        made++;
    }

    private int sample(int channel, long centre) {
        Channel of = channels[channel];
        int own = at(channel, centre);
        if (isOutside(own, of) || half == 0) {
            return own;
        }
        double sum = 0;
        for (int i = -half; i <= half; i++) {
            int value = at(channel, centre + i);
            sum += taps[half + i] * (isOutside(value, of) ? own : value);
        }
        return (int) Math.max(of.digitalMin(), Math.min(of.digitalMax(), Math.round(sum)));
    }

    /** The sample of a unit of the stretch; beyond its ends, the first or the last one. */
    private int at(int channel, long unit) {
        long within = Math.max(0, Math.min(taken - 1, unit));
        return recent[channel][(int) (within % taps.length)];
    }

    private static boolean isOutside(int value, Channel of) {
        return value < of.digitalMin() || value > of.digitalMax();
    }
}
