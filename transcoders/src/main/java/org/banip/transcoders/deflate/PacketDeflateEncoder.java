package org.banip.transcoders.deflate;

import java.util.zip.Deflater;
import org.banip.core.transcoding.spi.Block;
import org.banip.core.transcoding.spi.BlockSink;
import org.banip.core.transcoding.spi.Encoder;
import org.banip.core.transcoding.spi.Tally;
import org.banip.core.transcoding.spi.TranscoderStatistics;

/** Deflates each block alone. A block that would not become shorter is {@link Stored}. */
final class PacketDeflateEncoder implements Encoder {
    private final Deflater deflater;
    private final Tally tally = new Tally();
    private final Block out = new Block(1024);

    PacketDeflateEncoder(int level) {
        deflater = new Deflater(level, true);
    }

    @Override
    public void encode(Block block, BlockSink next) {
        tally.in(block);
        out.describeAs(block);
        out.length(0);
        out.ensureCapacity(block.length() + 1);
        deflater.reset();
        deflater.setInput(block.bytes(), 0, block.length());
        deflater.finish();
        // One byte more than may be used: zlib reports the end only while room is left.
        int length = deflater.deflate(out.bytes(), 0, block.length() + 1);
        if (deflater.finished()) {
            out.length(length);
        } else {
            Stored.write(block, out);
        }
        tally.out(out);
        next.accept(out);
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
