package org.banip.transcoders.auto;

import java.util.List;
import org.banip.core.ban.SensorGroup;
import org.banip.core.packet.Packet;
import org.banip.core.transcoding.spi.Block;
import org.banip.core.transcoding.spi.Decoder;
import org.banip.core.transcoding.spi.Tally;
import org.banip.core.transcoding.spi.Transcoder;
import org.banip.core.transcoding.spi.TranscoderStatistics;
import org.banip.transcoders.sample.Undecodable;
import org.jspecify.annotations.Nullable;

/**
 * Decodes with the coder that packets name, starting at a key block. It makes a coder when a packet names it for the first time. State: that of
 * the coders made so far, and a packet.
 */
final class AutoDecoder implements Decoder {
    private static final int NONE = -1;

    private final SensorGroup group;
    private final int setBytes;
    private final List<Transcoder> transcoders;
    private final @Nullable Decoder[] coders;
    private final Tally tally = new Tally();
    private final Block own = new Block(1024); // a coder's input, or sensor sets that no coder has coded
    private int active = NONE;
    private boolean begins;

    AutoDecoder(SensorGroup group, List<Transcoder> transcoders) {
        this.group = group;
        setBytes = group.setBytes();
        this.transcoders = transcoders;
        coders = new Decoder[transcoders.size()];
    }

    @Override
    public Block decode(Block block) {
        int known = active;
        active = NONE; // until this packet is decoded
        long plain = (long) block.unitCount() * setBytes;
        if (plain < 1 || plain > Packet.MAX_DECODED || block.length() > plain + 2) {
            throw Undecodable.because(
                    "auto",
                    block.length() + " bytes for " + block.unitCount() + " sensor sets of " + setBytes
                            + " bytes, at least 1, at most " + Packet.MAX_DECODED + " bytes");
        }
        Block sets = block.key() ? decodeKey(block, (int) plain) : decodeNext(block, (int) plain, known);
        tally.in(block);
        tally.out(sets);
        return sets;
    }

    private Block decodeKey(Block block, int plain) {
        begins = true;
        if (block.length() == plain) {
            return coded(block, 0, Auto.PREDICT);
        }
        if (block.length() == plain + 1) {
            return stored(block, plain, block.bytes()[plain]);
        }
        if (block.length() == 0 || block.length() > plain) {
            throw Undecodable.because(
                    "auto", "a key packet of " + block.length() + " bytes for " + plain + " of sensor sets");
        }
        return coded(block, 1, block.bytes()[0]);
    }

    private Block decodeNext(Block block, int plain, int known) {
        if (known == NONE) {
            throw Undecodable.because("auto", "not a key packet, and none before it to start from");
        }
        if (block.length() < plain + 2) {
            return coded(block, 0, known);
        }
        if (block.bytes()[plain + 1] != 0) {
            throw Undecodable.because("auto", "last byte " + block.bytes()[plain + 1] + " must be 0");
        }
        int number = block.bytes()[plain];
        if (number == known) {
            throw Undecodable.because("auto", "a change to coder " + number + ", which is the present one");
        }
        return stored(block, plain, number);
    }

    /** Uncoded sensor sets. This coder begins with the next packet. */
    private Block stored(Block block, int plain, int number) {
        checkNumber(number);
        take(block, 0, plain);
        active = number;
        begins = true;
        return own;
    }

    private Block coded(Block block, int from, int number) {
        take(block, from, block.length() - from);
        own.key(begins);
        Block sets = coder(number).decode(own);
        sets.key(block.key());
        active = number;
        begins = false;
        return sets;
    }

    private void take(Block block, int from, int count) {
        own.describeAs(block);
        own.length(0);
        own.append(block.bytes(), from, count);
    }

    private Decoder coder(int number) {
        checkNumber(number);
        Decoder coder = coders[number];
        if (coder == null) {
            coder = transcoders.get(number).newDecoder(group);
            coders[number] = coder;
        }
        return coder;
    }

    private void checkNumber(int number) {
        if (number < 0 || number >= coders.length) {
            throw Undecodable.because("auto", "coder " + number + " is outside 0 to " + (coders.length - 1));
        }
    }

    @Override
    public TranscoderStatistics statistics() {
        return tally.statistics();
    }

    @Override
    public void close() {
        for (Decoder coder : coders) {
            if (coder != null) {
                coder.close();
            }
        }
    }
}
