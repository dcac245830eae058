package org.banip.transcoders.deflate;

import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.banip.core.text.Counted;
import org.banip.core.transcoding.spi.Block;

/** Raw inflate (RFC 1951) that appends to a block and never beyond a limit. */
final class BoundedInflater {
    /** Outside the heap: zlib's window of 32 KiB, and its tables. */
    static final long BYTES = 40L << 10;

    private final Inflater inflater = new Inflater(true);

    void reset() {
        inflater.reset();
    }

    /** Inflates all of these bytes, or up to the end of the deflate stream if that comes first. */
    void inflate(byte[] bytes, int offset, int length, Block out, int limit) {
        // One byte more than may be used, so that an end marker behind the last byte is read, and one byte too many is
        // seen.
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

    /** Checks that the deflate stream ended with the last byte. */
    void checkEnd() {
        if (!inflater.finished()) {
            throw DeflateErrors.because("bytes end before the deflate stream does");
        }
        if (inflater.getRemaining() > 0) {
            throw DeflateErrors.because(
                    Counted.of(inflater.getRemaining(), "byte") + " behind the end of the deflate stream");
        }
    }

    /** Checks that the deflate stream goes on and wants bytes. */
    void checkOpen() {
        if (inflater.finished()) {
            throw DeflateErrors.because("the deflate stream ends, but must go on from packet to packet");
        }
    }

    void close() {
        inflater.end();
    }
}
