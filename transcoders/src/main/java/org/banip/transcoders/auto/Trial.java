package org.banip.transcoders.auto;

import java.util.Arrays;
import org.banip.core.ban.SensorGroup;
import org.banip.core.transcoding.spi.Block;
import org.banip.core.transcoding.spi.BlockSink;
import org.banip.core.transcoding.spi.Encoder;

/**
 * Finds the coder that suits a signal: lets all of them code a stretch of it, ten seconds but at least {@value #FEWEST_UNITS} units, of which
 * the second half counts, and takes the cheapest of those that come within 1/{@value #WITHIN} of the shortest. Tries again when the
 * active one's share of bytes has changed by more than 1/{@value #CHANGED} since, though at most one stretch in {@value #REST}.
 */
final class Trial {
    private static final long STRETCH_NANOS = 10_000_000_000L;
    private static final int FEWEST_UNITS = 256;
    private static final int WITHIN = 50;
    private static final int CHANGED = 8;
    private static final int REST = 6;

    private final Encoder[] coders; // cheapest first
    private final long stretchUnits;
    private final long[] bytes;
    private final BlockSink counted = this::count;
    private int counting;
    private int active;
    private boolean trying = true;
    private long units;
    private long rawBytes;
    private int stretches;
    private double share;

    Trial(SensorGroup group, Encoder[] coders) {
        this.coders = coders;
        stretchUnits = Math.max(FEWEST_UNITS, group.frequency().unitAtOrAfter(STRETCH_NANOS));
        bytes = new long[coders.length];
        active = coders.length - 1;
    }

    /** The coder that suits best. */
    int choice() {
        return active;
    }

    /** Takes a block into account of which the active coder has made so many bytes. */
    void watch(Block block, int length) {
        boolean counts = !trying || 2 * units >= stretchUnits;
        if (trying) {
            tryOthers(block, counts);
        }
        units += block.unitCount();
        if (counts) {
            bytes[active] += length;
            rawBytes += block.length();
        }
        if (units >= stretchUnits && rawBytes > 0) {
            endStretch();
        }
    }

    private void tryOthers(Block block, boolean counts) {
        boolean key = block.key();
        block.key(key || units == 0);
        for (int i = 0; i < coders.length; i++) {
            long before = bytes[i];
            if (i != active) {
                counting = i;
                coders[i].encode(block, counted);
            }
            bytes[i] = counts ? bytes[i] : before;
        }
        block.key(key);
    }

    private void count(Block block) {
        bytes[counting] += block.length();
    }

    private void endStretch() {
        if (trying) {
            active = best();
            trying = false;
            stretches = 0;
            share = share();
        } else {
            stretches++;
            boolean changed = Math.abs(share() - share) * CHANGED > share;
            trying = changed && stretches >= REST;
        }
        units = 0;
        rawBytes = 0;
        Arrays.fill(bytes, 0);
    }

    private double share() {
        return (double) bytes[active] / rawBytes;
    }

    private int best() {
        long least = Long.MAX_VALUE;
        for (long each : bytes) {
            least = Math.min(least, each);
        }
        int best = 0;
        while (bytes[best] > least + least / WITHIN) {
            best++;
        }
        return best;
    }
}
