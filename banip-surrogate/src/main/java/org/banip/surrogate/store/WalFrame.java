package org.banip.surrogate.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Collections;
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

        /** The factors of a word that stands two words before the one with these. */
        Sum pairEarlier() {
            return new Sum(first + second, first + 2 * second);
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
        List<Integer> suspects = suspects(sum);
        boolean inSum = sum.differentBits(stored()) == 1;
        if (suspects.isEmpty() && !inSum) {
            return Optional.empty();
        }
        WalFrame best = this;
        for (int bit : suspects) {
            WalFrame candidate = with(bit);
            boolean otherPlace = candidate.page() != page() || candidate.pagesAfter() != pagesAfter();
            if (otherPlace
                    && pages.suits(candidate)
                    && (!pages.suits(best) || pages.alike(candidate) > pages.alike(best))) {
                best = candidate;
            }
        }
        return Optional.of(best == this && suspects.size() == 1 && !inSum ? with(suspects.get(0)) : best);
    }

    /** The frame with one bit changed. */
    private WalFrame with(int bit) {
        return new WalFrame(flipped(bytes, bit), salts);
    }

    /**
     * The bits of which one may be wrong: with it changed, the frame has its checksum. In order. A change of a word changes each of the two sums by as
     * much, times a factor that depends on the word's place. So each word is looked at once, from the last one on.
     */
    private List<Integer> suspects(Sum sum) {
        Sum missing = new Sum(stored().first() - sum.first(), stored().second() - sum.second());
        List<Integer> bits = new ArrayList<>();
        Sum even = new Sum(1, 1);
        Sum odd = new Sum(0, 1);
        for (int at = bytes.capacity() - 8; at >= 0; at = at == HEADER ? 0 : at - 8) {
            addSuspects(at, even, missing, bits);
            addSuspects(at + 4, odd, missing, bits);
            even = even.pairEarlier();
            odd = odd.pairEarlier();
        }
        Collections.sort(bits);
        return bits;
    }

    private void addSuspects(int at, Sum factors, Sum missing, List<Integer> bits) {
        int word = bytes.getInt(at);
        for (int bit = 0; bit < Integer.SIZE; bit++) {
            int change = (word >>> bit & 1) == 0 ? 1 << bit : -(1 << bit);
            if (change * factors.first == missing.first && change * factors.second == missing.second) {
                int inWord = bytes.order() == ByteOrder.BIG_ENDIAN ? 3 - bit / 8 : bit / 8;
                bits.add(8 * (at + inWord) + bit % 8);
            }
        }
    }
}
