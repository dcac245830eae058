package org.banip.transcoders.auto;

import java.time.Duration;
import java.util.List;
import org.banip.core.ban.SensorGroup;
import org.banip.core.transcoding.spi.Block;
import org.banip.core.transcoding.spi.BlockSink;
import org.banip.core.transcoding.spi.Encoder;
import org.banip.core.transcoding.spi.Tally;
import org.banip.core.transcoding.spi.Transcoder;
import org.banip.core.transcoding.spi.TranscoderStatistics;

/**
 * Encodes with one coder. During a trial it also encodes with the others, and only counts the bytes of their packets. State: that of all coders.
 */
final class AutoEncoder implements Encoder {
    /** In groups of at most this many samples a second every coder codes every block, because that takes very little time. */
    private static final int FEW_SAMPLES = 128;
    /** A coder replaces a more expensive one for the first block if its packet has less than half the length. */
    private static final int HALF = 2;

    private final Candidate[] candidates;
    private final CoderChoice choice;
    private final int[] lengths; // of the packets that the candidates made of a block
    private final Tally tally = new Tally();
    private boolean first = true;
    private int active;

    /** An encoder that chooses between these coders, cheapest first, and begins with the last one. */
    AutoEncoder(SensorGroup group, Duration keyInterval, List<Transcoder> transcoders) {
        candidates = new Candidate[transcoders.size()];
        for (int i = 0; i < candidates.length; i++) {
            candidates[i] = new Candidate(i, transcoders.get(i).newEncoder(group));
        }
        lengths = new int[candidates.length];
        double samples = group.frequency().hertz() * group.channels().size();
        choice = samples <= FEW_SAMPLES
                ? new ContinuousChoice(group, keyInterval, candidates.length)
                : new TrialChoice(group, keyInterval, candidates.length);
        active = candidates.length - 1;
    }

    @Override
    public void encode(Block block, BlockSink next) {
        tally.in(block);
        if (first) {
            first = false;
            active = bestForFirst(block);
            choice.begin(active);
        } else {
            encodeNext(block);
        }
        Block packet = candidates[active].packet();
        choice.watch(block, lengths, packet.length());
        tally.out(packet);
        next.accept(packet);
    }

    /** Encodes the first block with all coders. Prefers coders that learn, because later packets of rice are not shorter than its first one. */
    private int bestForFirst(Block block) {
        int best = candidates.length - 1;
        for (int i = best; i >= 0; i--) {
            candidates[i].encode(block);
            lengths[i] = candidates[i].packet().length();
            if (i >= Auto.PREDICT && lengths[i] < lengths[best] / HALF) {
                best = i;
            }
        }
        choice.othersBegin();
        return best;
    }

    private void encodeNext(Block block) {
        int wanted = choice.next(block.key());
        if (wanted != active && !block.key()) {
            lengths[wanted] = candidates[wanted].encodeChange(block);
        } else {
            candidates[wanted].encode(block);
            lengths[wanted] = candidates[wanted].packet().length();
        }
        active = wanted;
        if (choice.trying()) {
            tryOthers(block);
        }
    }

    private void tryOthers(Block block) {
        boolean begin = choice.othersBegin();
        for (int i = 0; i < candidates.length; i++) {
            if (i != active) {
                if (begin) {
                    candidates[i].begin();
                }
                candidates[i].encode(block);
                lengths[i] = candidates[i].packet().length();
            }
        }
    }

    @Override
    public TranscoderStatistics statistics() {
        return tally.statistics();
    }

    @Override
    public void close() {
        for (Candidate candidate : candidates) {
            candidate.close();
        }
    }
}
