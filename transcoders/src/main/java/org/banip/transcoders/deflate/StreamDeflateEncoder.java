package org.banip.transcoders.deflate;

import java.util.zip.Deflater;
import org.banip.core.transcoding.spi.Block;
import org.banip.core.transcoding.spi.BlockSink;
import org.banip.core.transcoding.spi.Encoder;
import org.banip.core.transcoding.spi.Tally;
import org.banip.core.transcoding.spi.TranscoderStatistics;

/**
 * Deflates blocks as one stream, which starts again at a key block. Each block ends with a sync flush, whose constant marker is left out. A block
 * that would not become shorter is {@link Stored}, and is in the dictionary as well.
 */
final class StreamDeflateEncoder implements Encoder {
    /** LEN 0 and NLEN of the empty stored block that ends a sync flush. The decoder inserts it again. */
    private static final int MARKER_BYTES = 4;
    /** Room beyond the block's length: the marker, and some bytes more. If those stay free, the flush is complete. */
    private static final int ROOM = 16;

    private static final int NOT_WANTED = Integer.MAX_VALUE;

    private final Deflater deflater;
    private final Tally tally = new Tally();
    private final Block out = new Block(1024);

    StreamDeflateEncoder(int level) {
        deflater = new Deflater(level, true);
    }

    @Override
    public void encode(Block block, BlockSink next) {
        tally.in(block);
        out.describeAs(block);
        if (block.key()) {
            deflater.reset();
        }
        int length = deflate(block);
        if (length <= block.length()) {
            out.length(length);
        } else {
            Stored.write(block, out);
        }
        tally.out(out);
        next.accept(out);
    }

    /** Deflates into {@code out} and returns the length. A result that does not fit would be too long and is discarded. */
    private int deflate(Block block) {
        if (block.length() == 0) {
            return NOT_WANTED; // zlib has nothing to flush then
        }
        int capacity = block.length() + ROOM;
        out.length(0);
        out.ensureCapacity(capacity);
        deflater.setInput(block.bytes(), 0, block.length());
        int count = deflater.deflate(out.bytes(), 0, capacity, Deflater.SYNC_FLUSH);
        int length = count < capacity ? count - MARKER_BYTES : NOT_WANTED;
        while (count == capacity) {
            count = deflater.deflate(out.bytes(), 0, capacity, Deflater.SYNC_FLUSH);
        }
        return length;
    }

    @Override
    public TranscoderStatistics statistics() {
        return tally.statistics();
    }

    @Override
    public void close() {
        deflater.end();
    }
}
