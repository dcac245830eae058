package org.banip.surrogate.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A frame of SQLite's write-ahead log: page number, size of the database after a commit or 0, two salts, two checksums, the page. Immutable. */
@SuppressWarnings("ByteBufferBackingArray") // each buffer is a whole array
final class WalFrame {
    /** Bytes before the page. */
    static final int HEADER = 24;

    private static final int MAGIC = 0x377f0682;
    private static final int LARGEST_PAGE = 65536;
    private static final int SUM = 16;

    private final ByteBuffer bytes;
    private final long salts;

    /** The running checksum. */
    record Sum(int first, int second) {
        static Sum ofHeader(ByteBuffer header) {
            return new Sum(header.getInt(24), header.getInt(28));
        }

        Sum over(ByteBuffer bytes, int offset, int length) {
            int one = first;
            int two = second;
            for (int at = offset; at < offset + length; at += 8) {
                one += bytes.getInt(at) + two;
                two += bytes.getInt(at + 4) + one;
            }
            return new Sum(one, two);
        }

        int differentBits(Sum other) {
            return Integer.bitCount(first ^ other.first) + Integer.bitCount(second ^ other.second);
        }
    }

    private WalFrame(ByteBuffer bytes, long salts) {
        this.bytes = bytes;
        this.salts = salts;
    }

    /** A frame of a log with this header. */
    static WalFrame of(ByteBuffer bytes, ByteBuffer header) {
        return new WalFrame(bytes.order(order(header)), header.getLong(16));
    }

    /** Bytes of each frame of a log with this header. */
    static int length(ByteBuffer header) {
        return HEADER + header.getInt(8);
    }

    /** The order of the bytes in checksums; all else is big-endian. */
    private static ByteOrder order(ByteBuffer header) {
        return (header.getInt(0) & 1) == 0 ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN;
    }

    /** Whether this is the header of a log. */
    static boolean headerFits(ByteBuffer header) {
        int page = header.getInt(8);
        if ((header.getInt(0) & ~1) != MAGIC || page < 512 || page > LARGEST_PAGE || Integer.bitCount(page) != 1) {
            return false;
        }
        ByteBuffer summed = header.duplicate().order(order(header));
        return new Sum(0, 0).over(summed, 0, 24).equals(Sum.ofHeader(header));
    }

    /** A copy with one bit changed. */
    static ByteBuffer flipped(ByteBuffer bytes, int bit) {
        byte[] copy = bytes.array().clone();
        copy[bit / 8] ^= (byte) (1 << bit % 8);
        return ByteBuffer.wrap(copy).order(bytes.order());
    }

    private int number(int at) {
        return bytes.duplicate().order(ByteOrder.BIG_ENDIAN).getInt(at);
    }

    /** The number of its page. */
    long page() {
        return number(0) & 0xffffffffL;
    }

    /** Pages of the database after the commit that it ends; 0 if it ends none. */
    long pagesAfter() {
        return number(4) & 0xffffffffL;
    }

    /** The content of its page. */
    byte[] content() {
        byte[] content = new byte[bytes.capacity() - HEADER];
        bytes.get(HEADER, content);
        return content;
    }

    private long ownSalts() {
        return (long) number(8) << 32 | number(12) & 0xffffffffL;
    }

    boolean hasSaltsOf(ByteBuffer header) {
        return ownSalts() == header.getLong(16);
    }

    /** The checksum that it has. */
    Sum stored() {
        return new Sum(number(SUM), number(SUM + 4));
    }

    /** The checksum that it should have. */
    Sum sum(Sum before) {
        return before.over(bytes, 0, 8).over(bytes, HEADER, bytes.capacity() - HEADER);
    }

    /** Whether it follows frames with this checksum. */
    boolean fits(Sum before) {
        return ownSalts() == salts && sum(before).equals(stored());
    }

    /** The frame with the salts of the log and this checksum. */
    ByteBuffer with(Sum sum, ByteBuffer header) {
        ByteBuffer copy = ByteBuffer.wrap(bytes.array().clone());
        return copy.putLong(8, header.getLong(16)).putInt(SUM, sum.first()).putInt(SUM + 4, sum.second());
    }

    /**
     * The frame as it was, as far as that can be known, if a single bit of it is wrong. Many bits have the same effect on the checksum. So one of the
     * page's number and the size is changed only if it then fits to the pages before, and one of the page if it is the only one.
     */
    Optional<WalFrame> corrected(Sum before, WalPages pages) throws IOException {
        Sum sum = sum(before);
        if (ownSalts() != salts) {
            boolean oneBit = sum.equals(stored()) && Long.bitCount(ownSalts() ^ salts) == 1;
            return oneBit ? Optional.of(this) : Optional.empty();
        }
        List<WalFrame> candidates = new ArrayList<>();
        for (int bit = 0; bit < 8 * bytes.capacity(); bit++) {
            if (bit < 64 || bit >= 8 * HEADER) {
                tryBit(bit, before, candidates);
            }
        }
        boolean inSum = sum.differentBits(stored()) == 1;
        if (candidates.isEmpty() && !inSum) {
            return Optional.empty();
        }
        WalFrame best = this;
        for (WalFrame candidate : candidates) {
            boolean otherPlace = candidate.page() != page() || candidate.pagesAfter() != pagesAfter();
            if (otherPlace
                    && pages.suits(candidate)
                    && (!pages.suits(best) || pages.alike(candidate) > pages.alike(best))) {
                best = candidate;
            }
        }
        return Optional.of(best == this && candidates.size() == 1 && !inSum ? candidates.get(0) : best);
    }

    private void tryBit(int bit, Sum before, List<WalFrame> candidates) {
        byte[] array = bytes.array();
        byte was = array[bit / 8];
        array[bit / 8] ^= (byte) (1 << bit % 8);
        if (sum(before).equals(stored())) {
            candidates.add(new WalFrame(ByteBuffer.wrap(array.clone()).order(bytes.order()), salts));
        }
        array[bit / 8] = was;
    }
}
