package org.banip.transcoders.deflate;

import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.banip.core.ban.SensorGroup;
import org.banip.core.text.Counted;
import org.banip.core.transcoding.spi.Block;
import org.banip.core.transcoding.spi.Decoder;
import org.banip.core.transcoding.spi.Tally;
import org.banip.core.transcoding.spi.TranscoderStatistics;

/** The common part of both decoders: raw inflate (RFC 1951) into one block, up to the limit of that block. */
abstract class DeflateDecoder implements Decoder {
    /** Outside the heap: zlib's window of 32 KiB, and its tables. */
    static final long BYTES = 40L << 10;

    private final int setBytes;
    private final Inflater inflater = new Inflater(true);
    private final Tally tally = new Tally();
    private final Block out = new Block(1024);

    private int limit;

    DeflateDecoder(SensorGroup group) {
        setBytes = group.setBytes();
    }

    @Override
    public Block decode(Block block) {
        limit = block.limit(setBytes);
        out.describeAs(block);
        out.length(0);
        decode(block, Stored.is(block, limit));
        tally.in(block);
        tally.out(out);
        return out;
    }

    /** Decodes all bytes of one block, which is {@link Stored} or deflated. */
    abstract void decode(Block block, boolean stored);

    /** Begins a new deflate stream. */
    final void reset() {
        inflater.reset();
    }

    /** Copies bytes to the output unchanged. */
    final void copy(byte[] bytes, int offset, int length) {
        out.append(bytes, offset, length);
    }

    /** Inflates all of these bytes, or up to the end of the deflate stream if that comes first. */
    final void inflate(byte[] bytes, int offset, int length) {
        // There is room for one byte more than is allowed: zlib then reads an end marker behind the last byte, and a
        // byte
        // too many is detected.
        out.ensureCapacity(limit + 1);
        inflater.setInput(bytes, offset, length);
        try {
            int count;
            do {
                count = inflater.inflate(out.bytes(), out.length(), limit + 1 - out.length());
                out.length(out.length() + count);
            } while (count > 0 && out.length() <= limit);
        } catch (DataFormatException e) {
            throw DeflateErrors.malformed(e);
        }
        if (out.length() > limit) {
            throw DeflateErrors.tooLong(limit);
        }
    }

    /** The number of output bytes of this block so far. */
    final int length() {
        return out.length();
    }

    /** Checks that the deflate stream ended with the last byte. */
    final void checkEnd() {
        if (!inflater.finished()) {
            throw DeflateErrors.because("bytes end before the deflate stream does");
        }
        if (inflater.getRemaining() > 0) {
            throw DeflateErrors.because(
                    Counted.of(inflater.getRemaining(), "byte") + " behind the end of the deflate stream");
        }
    }

    /** Checks that the deflate stream continues and expects more bytes. */
    final void checkOpen() {
        if (inflater.finished()) {
            throw DeflateErrors.because("the deflate stream ends, but must go on from packet to packet");
        }
    }

    @Override
    public final TranscoderStatistics statistics() {
        return tally.statistics();
    }

    @Override
    public final void close() {
        inflater.end();
    }
}
