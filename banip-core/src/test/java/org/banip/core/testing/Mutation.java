package org.banip.core.testing;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Makes damaged inputs from valid ones: flips, cuts, splices, doubles, and puts extreme numbers in place of others. */
public final class Mutation {
    private static final long[] EXTREMES = {
        0,
        1,
        -1,
        2,
        0x7f,
        0x80,
        0xff,
        0x100,
        0x7fff,
        0x8000,
        0xffff,
        0x10000,
        0x7f_ffff,
        0xff_ffff,
        Integer.MAX_VALUE,
        Integer.MIN_VALUE,
        0xffff_ffffL,
        1L << 48,
        (1L << 56) - 1,
        Long.MAX_VALUE,
        Long.MIN_VALUE
    };
    private static final String[] NUMBERS = {
        "0",
        "-0",
        "-1",
        "1",
        "255",
        "256",
        "32767",
        "-32768",
        "65536",
        "2147483647",
        "-2147483648",
        "4294967296",
        "9223372036854775807",
        "-9223372036854775808",
        "99999999999999999999",
        "1e309",
        "1e-400",
        "0.0000001",
        "NaN",
        "Infinity",
        "",
        "1/0",
        "0x10",
        "1e9",
        "1e999999999"
    };
    /** By how much an input may be longer than the valid ones. */
    private static final int MOST_MORE = 1 << 14;

    private final List<byte[]> valid;
    private final int longest;

    /** From these valid inputs. */
    public Mutation(List<byte[]> valid) {
        this.valid = List.copyOf(valid);
        longest =
                MOST_MORE + valid.stream().mapToInt(input -> input.length).max().orElse(0);
    }

    /** The next input. */
    public byte[] input(Random random) {
        int kind = random.nextInt(64);
        if (kind == 0) {
            return random(random, random.nextInt(300));
        }
        byte[] bytes = any(random).clone();
        if (kind == 1) {
            return bytes; // as it was
        }
        for (int count = 1 + random.nextInt(random.nextInt(4) + 1); count > 0; count--) {
            bytes = changed(bytes, random);
        }
        return bytes.length > longest ? Arrays.copyOf(bytes, longest) : bytes;
    }

    private byte[] any(Random random) {
        return valid.get(random.nextInt(valid.size()));
    }

    private static byte[] random(Random random, int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }

    /** One change. */
    public byte[] changed(byte[] bytes, Random random) {
        if (bytes.length == 0) {
            return random(random, 1 + random.nextInt(20));
        }
        int at = at(bytes, random);
        int length = Math.min(bytes.length - at, 1 + random.nextInt(1 + random.nextInt(200)));
        return switch (random.nextInt(11)) {
            case 0, 1 -> flipped(bytes, at, random);
            case 2 -> Arrays.copyOf(bytes, at);
            case 3 -> replaced(bytes, at, length, new byte[0]);
            case 4 -> replaced(bytes, at, 0, Arrays.copyOfRange(bytes, at, at + length));
            case 5 -> spliced(bytes, at, any(random), random);
            case 6 -> replaced(bytes, at, random.nextBoolean() ? 0 : length, random(random, length));
            case 7 -> extreme(bytes, at, random);
            case 8 -> replaced(bytes, at, Math.min(length, 8), longest(random));
            case 9 -> numberInText(bytes, at, random);
            default -> filled(bytes, at, length, random);
        };
    }

    /** Half of the changes are near the beginning, where heads and lengths are. */
    private static int at(byte[] bytes, Random random) {
        return random.nextBoolean() ? random.nextInt(bytes.length) : random.nextInt(Math.min(bytes.length, 64));
    }

    private static byte[] flipped(byte[] bytes, int at, Random random) {
        bytes[at] ^= (byte) (1 << random.nextInt(8));
        return bytes;
    }

    private static byte[] filled(byte[] bytes, int at, int length, Random random) {
        Arrays.fill(bytes, at, at + length, (byte) (random.nextInt(4) == 0 ? random.nextInt() : -random.nextInt(2)));
        return bytes;
    }

    private static byte[] spliced(byte[] bytes, int at, byte[] other, Random random) {
        int from = other.length == 0 ? 0 : random.nextInt(other.length);
        return replaced(bytes, at, bytes.length - at, Arrays.copyOfRange(other, from, other.length));
    }

    private static byte[] extreme(byte[] bytes, int at, Random random) {
        int width = Math.min(1 << random.nextInt(4), bytes.length - at);
        ByteBuffer number = ByteBuffer.allocate(8);
        boolean little = random.nextBoolean();
        number.order(little ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN)
                .putLong(0, EXTREMES[random.nextInt(EXTREMES.length)]);
        System.arraycopy(number.array(), little ? 0 : 8 - width, bytes, at, width);
        return bytes;
    }

    /** A number of variable length with all bits set, or without an end. */
    private static byte[] longest(Random random) {
        byte[] number = new byte[1 + random.nextInt(11)];
        Arrays.fill(number, (byte) 0xff);
        number[number.length - 1] = (byte) (random.nextBoolean() ? 0x7f : 0xff);
        return number;
    }

    private static byte[] numberInText(byte[] bytes, int from, Random random) {
        int at = from;
        while (at < bytes.length && !isDigit(bytes[at])) {
            at++;
        }
        int end = at;
        while (end < bytes.length && isDigit(bytes[end])) {
            end++;
        }
        String number = NUMBERS[random.nextInt(NUMBERS.length)];
        return replaced(bytes, at, end - at, number.getBytes(StandardCharsets.US_ASCII));
    }

    private static boolean isDigit(byte b) {
        return b >= '0' && b <= '9';
    }

    private static byte[] replaced(byte[] bytes, int at, int length, byte[] by) {
        byte[] longer = new byte[bytes.length - length + by.length];
        System.arraycopy(bytes, 0, longer, 0, at);
        System.arraycopy(by, 0, longer, at, by.length);
        System.arraycopy(bytes, at + length, longer, at + by.length, bytes.length - at - length);
        return longer;
    }
}
