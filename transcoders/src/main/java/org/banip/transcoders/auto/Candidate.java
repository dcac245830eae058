package org.banip.transcoders.auto;

import org.banip.core.transcoding.spi.Block;
import org.banip.core.transcoding.spi.BlockSink;
import org.banip.core.transcoding.spi.Encoder;
import org.banip.transcoders.predict.Predict;

/**
 * One coder and the packets that {@code auto} makes with it, so that a coder on trial is judged by the real length of its packets. The forms are
 * in docs/transcoders.md. State: that of the coder, and a packet.
 */
final class Candidate {
    private final int number;
    private final Encoder coder;
    private final Block packet = new Block(1024);
    private final BlockSink coded = this::take;
    private boolean begins = true;

    Candidate(int number, Encoder coder) {
        this.number = number;
        this.coder = coder;
    }

    /** Makes the coder forget its state with the next block. */
    void begin() {
        begins = true;
    }

    /** The packet that was encoded last. */
    Block packet() {
        return packet;
    }

    /** Encodes a block like the active coder. */
    void encode(Block block) {
        packet.describeAs(block);
        packet.length(0);
        if (block.key()) {
            encodeKey(block);
        } else {
            code(block);
        }
    }

    /**
     * Stores a block that announces the change to this coder, which begins with the next block.
     *
     * @return bytes that the coder itself would have made from the block
     */
    int encodeChange(Block block) {
        encode(block);
        int length = packet.length();
        store(block);
        append(number);
        append(0);
        begins = true;
        return length;
    }

    private void encodeKey(Block block) {
        begins = true;
        append(number);
        code(block);
        int length = packet.length() - 1;
        if (length + 1 < block.length()) {
            return;
        }
        boolean learnt = number == Auto.PREDICT
                && (length == block.length()
                        || length == block.length() - 1 && !Predict.changesLattices(packet.bytes(), 1, length));
        store(block);
        if (!learnt) {
            append(number);
            begins = true;
        }
    }

    private void code(Block block) {
        boolean key = block.key();
        block.key(begins);
        begins = false;
        coder.encode(block, coded);
        block.key(key);
    }

    private void take(Block block) {
        packet.append(block.bytes(), 0, block.length());
    }

    private void store(Block block) {
        packet.length(0);
        packet.append(block.bytes(), 0, block.length());
    }

    private void append(int last) {
        int length = packet.length();
        packet.ensureCapacity(length + 1);
        packet.bytes()[length] = (byte) last;
        packet.length(length + 1);
    }

    void close() {
        coder.close();
    }
}
