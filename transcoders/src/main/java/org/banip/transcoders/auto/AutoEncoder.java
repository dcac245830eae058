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
 * Codes with one coder while a trial asks the others now and then. Which packet has which form is said in docs/transcoders.md.
 * State: that of all coders.
 */
final class AutoEncoder implements Encoder {
    private final Encoder[] coders;
    private final CoderChoice choice;
    private final Tally tally = new Tally();
    private final Block out = new Block(1024);
    private final BlockSink coded = this::take;
    private int active;
    private boolean begins = true;

    /** An encoder that chooses between these, cheapest first, and begins with the last. */
    AutoEncoder(SensorGroup group, Duration keyInterval, List<Transcoder> transcoders) {
        coders = new Encoder[transcoders.size()];
        for (int i = 0; i < coders.length; i++) {
            coders[i] = transcoders.get(i).newEncoder(group);
        }
        choice = new CoderChoice(group, keyInterval, coders);
        active = coders.length - 1;
    }

    @Override
    public void encode(Block block, BlockSink next) {
        tally.in(block);
        out.describeAs(block);
        out.length(0);
        int wanted = choice.next(block.key());
        if (block.key()) {
            active = wanted;
            begins = true;
            encodeKey(block);
        } else if (wanted != active) {
            active = wanted;
            begins = true;
            store(block);
            append(active);
            append(0);
        } else {
            code(block);
        }
        choice.watch(block, out.length());
        tally.out(out);
        next.accept(out);
    }

    private void encodeKey(Block block) {
        append(active);
        code(block);
        int coded = out.length() - 1;
        if (coded + 1 < block.length()) {
            return;
        }
        store(block);
        boolean learnt = active == Auto.PREDICT && coded == block.length();
        if (!learnt) {
            append(active);
            begins = true;
        }
    }

    /** Appends what the active coder makes of a block. */
    private void code(Block block) {
        boolean key = block.key();
        block.key(begins);
        begins = false;
        coders[active].encode(block, coded);
        block.key(key);
    }

    private void take(Block block) {
        out.append(block.bytes(), 0, block.length());
    }

    private void store(Block block) {
        out.length(0);
        out.append(block.bytes(), 0, block.length());
    }

    private void append(int number) {
        int length = out.length();
        out.ensureCapacity(length + 1);
        out.bytes()[length] = (byte) number;
        out.length(length + 1);
    }

    @Override
    public TranscoderStatistics statistics() {
        return tally.statistics();
    }

    @Override
    public void close() {
        for (Encoder coder : coders) {
            coder.close();
        }
    }
}
