package org.banip.transcoders.deflate;

import org.banip.core.ban.SensorGroup;
import org.banip.core.transcoding.spi.Block;

/** Inflates blocks as one stream, which starts again at a key block. */
final class StreamDeflateDecoder extends DeflateDecoder {
    private static final byte[] MARKER = {0, 0, (byte) 0xff, (byte) 0xff};
    private static final int MAX_STORED = 65_535;

    private final byte[] storedHeader = new byte[5];
    private boolean inStep;

    StreamDeflateDecoder(SensorGroup group) {
        super(group);
    }

    @Override
    public Block decode(Block block) {
        if (!block.key() && !inStep) {
            throw DeflateErrors.because("not a key packet, and none before it to start from");
        }
        inStep = false;
        Block out = super.decode(block);
        inStep = true;
        return out;
    }

    @Override
    void decode(Block block, boolean stored) {
        if (block.key()) {
            reset();
        }
        if (stored) {
            inflateStored(block);
        } else {
            inflate(block.bytes(), 0, block.length());
            checkOpen();
            inflate(MARKER, 0, MARKER.length);
        }
        checkOpen();
    }

    /** Feeds the bytes in as stored deflate blocks (RFC 1951, section 3.2.4), so that they enter the dictionary. */
    private void inflateStored(Block block) {
        int at = 1;
        while (at < block.length()) {
            int count = Math.min(block.length() - at, MAX_STORED);
            storedHeader[1] = (byte) count;
            storedHeader[2] = (byte) (count >> 8);
            storedHeader[3] = (byte) ~count;
            storedHeader[4] = (byte) (~count >> 8);
            inflate(storedHeader, 0, storedHeader.length);
            inflate(block.bytes(), at, count);
            at += count;
        }
        if (length() != block.length() - 1) {
            throw DeflateErrors.because("an earlier packet ended inside a deflate block");
        }
    }
}
