package org.banip.app.terminal;

import java.time.Duration;
import org.banip.core.ban.Channel;
import org.banip.core.ban.Frequency;

/**
 * The last seconds of one channel for drawing, with the newest sample at the right edge.
 *
 * <p>One thread adds samples and another draws. Guarded by the monitor, which is held during a drawing.
 */
public final class SignalTrace {
    private static final int FEWEST_SAMPLES = 64;
    private static final int MOST_SAMPLES = 16_384;

    private final Channel channel;
    private final int[] samples;
    private long taken;

    /**
     * An empty trace.
     *
     * @param shown length of signal in the picture's width; it is longer for a slow channel, shorter for a very fast one
     */
    public SignalTrace(Channel channel, Frequency frequency, Duration shown) {
        this.channel = channel;
        double wanted = frequency.hertz() * shown.toMillis() / 1000;
        samples = new int[(int) Math.max(FEWEST_SAMPLES, Math.min(MOST_SAMPLES, wanted))];
    }

    /** The channel that it shows. */
    public Channel channel() {
        return channel;
    }

    /** Adds the channel's next sample. */
    public synchronized void add(int sample) {
        samples[(int) (taken++ % samples.length)] = sample;
    }

    /** The newest sample in the channel's physical unit; NaN if there is none. */
    public synchronized double newest() {
        return taken == 0 ? Double.NaN : channel.toPhysical(sample(taken - 1));
    }

    /** Draws it over the whole canvas, scaled so that the samples shown fill the height. */
    public synchronized void draw(DotCanvas canvas) {
        long begin = Math.max(0, taken - samples.length);
        if (begin == taken) {
            return;
        }
        int lowest = Integer.MAX_VALUE;
        int highest = Integer.MIN_VALUE;
        for (long at = begin; at < taken; at++) {
            lowest = Math.min(lowest, sample(at));
            highest = Math.max(highest, sample(at));
        }
        int lastY = -1;
        for (int x = 0; x < canvas.width(); x++) {
            long from = Math.max(begin, unitAt(x, canvas.width()));
            long to = unitAt(x + 1, canvas.width());
            for (long at = from; at < to; at++) {
                int y = row(sample(at), lowest, highest, canvas.height());
                canvas.line(x, lastY < 0 ? y : lastY, y);
                lastY = y;
            }
        }
    }

    /** The first unit that column x shows; the window ends with the newest sample. */
    private long unitAt(int x, int width) {
        return taken - samples.length + (long) x * samples.length / width;
    }

    private int row(int sample, int lowest, int highest, int height) {
        double span = (double) highest - lowest;
        double share = span == 0 ? 0.5 : ((double) highest - sample) / span;
        if (channel.gain() < 0) {
            share = 1 - share; // an inverted sensor: physical values still increase upwards
        }
        return (int) Math.round(share * (height - 1));
    }

    private int sample(long at) {
        return samples[(int) (at % samples.length)];
    }
}
