package org.banip.transcoders.deflate;

import org.banip.core.ban.SensorGroup;
import org.banip.core.transcoding.spi.Block;
import org.banip.core.transcoding.spi.Decoder;
import org.banip.core.transcoding.spi.Tally;
import org.banip.core.transcoding.spi.TranscoderStatistics;

/** Inflates blocks as one stream that a key block begins anew. */
final class StreamDeflateDecoder implements Decoder {
    private static final byte[] MARKER = {0, 0, (byte) 0xff, (byte) 0xff};
    private static final int MAX_STORED = 65_535;

    private final int setBytes;
    private final BoundedInflater inflater = new BoundedInflater();
    private final byte[] storedHeader = new byte[5];
    private final Tally tally = new Tally();
    private final Block out = new Block(1024);
    private boolean inStep;

    StreamDeflateDecoder(SensorGroup group) {
        setBytes = group.setBytes();
    }

    @Override
    public Block decode(Block block) {
        if (block.key()) {
            inflater.reset();
        } else if (!inStep) {
            throw DeflateErrors.because("not a key packet, and none before it to start from");
        }
        inStep = false;
        int limit = block.limit(setBytes);
        out.describeAs(block);
        out.length(0);
        if (Stored.is(block, limit)) {
            inflateStored(block, limit);
        } else {
            inflater.inflate(block.bytes(), 0, block.length(), out, limit);
            inflater.checkOpen();
            inflater.inflate(MARKER, 0, MARKER.length, out, limit);
        }
        inflater.checkOpen();
        inStep = true;
        tally.in(block);
        tally.out(out);
        return out;
    }

    /** Feeds the bytes in as stored deflate blocks (RFC 1951, section 3.2.4), so that they enter the dictionary. */
    private void inflateStored(Block block, int limit) {
        int at = 1;
        while (at < block.length()) {
            int count = Math.min(block.length() - at, MAX_STORED);
            storedHeader[1] = (byte) count;
            storedHeader[2] = (byte) (count >> 8);
            storedHeader[3] = (byte) ~count;
            storedHeader[4] = (byte) (~count >> 8);
            inflater.inflate(storedHeader, 0, storedHeader.length, out, limit);
            inflater.inflate(block.bytes(), at, count, out, limit);
            at += count;
        }
        if (out.length() != block.length() - 1) {
            throw DeflateErrors.because("an earlier packet ended inside a deflate block");
        }
    }

    @Override
    public TranscoderStatistics statistics() {
        return tally.statistics();
    }

    @Override
    public void close() {
        inflater.close();
    }
}
