package org.banip.transcoders.rice;

import org.banip.transcoders.sample.Undecodable;

/**
 * The description of a channel in a packet, before its samples. Most of it is the difference from the previous channel. Mutable. Each half has
 * one, which starts again with each packet.
 */
final class ChannelHead {
    /** The parameter of a channel whose residuals are all zero, so that none is written. */
    static final int SILENT = -1;

    static final int MAX_PARAMETER = 31;

    private static final int FIRST_ORDER = 1;
    private static final int FIRST_PARAMETER = 4;
    private static final int GROUP_BITS = 4;
    private static final int MAX_STEPS = 2 * (MAX_PARAMETER + 1);

    int order;
    int shift;
    int firstSample;
    int parameter;

    private int lastOrder;
    private int lastShift;
    private int lastParameter;

    void beginPacket() {
        lastOrder = FIRST_ORDER;
        lastShift = 0;
        lastParameter = FIRST_PARAMETER;
    }

    /** The shift that is written without extra bits. */
    int cheapShift(int bits) {
        return Math.min(lastShift, bits - 1);
    }

    /** The order that is written without extra bits. */
    int cheapOrder() {
        return lastOrder;
    }

    void write(BitWriter out, int bits, boolean alone) {
        boolean same = order == lastOrder && shift == cheapShift(bits);
        out.write(same ? 0 : 1, 1);
        if (!same) {
            out.write(order, 2);
            writeSteps(out, shift - cheapShift(bits));
        }
        writeSample(out, bits - shift);
        lastOrder = order;
        lastShift = shift;
        if (!alone) {
            writeSteps(out, parameter - lastParameter);
            lastParameter = parameter;
        }
    }

    private static void writeSteps(BitWriter out, int steps) {
        int ones = ZigZag.of(steps);
        while (ones >= 32) {
            out.write(-1, 32);
            ones -= 32;
        }
        out.write((1L << (ones + 1)) - 2, ones + 1);
    }

    private void writeSample(BitWriter out, int bits) {
        long rest = ZigZag.of(firstSample) & 0xffff_ffffL;
        int left = bits;
        while (left > GROUP_BITS) {
            out.write(rest & 15, GROUP_BITS);
            rest >>>= GROUP_BITS;
            left -= GROUP_BITS;
            out.write(rest == 0 ? 0 : 1, 1);
            if (rest == 0) {
                return;
            }
        }
        out.write(rest, left);
    }

    void read(BitReader in, int bits, boolean alone) {
        order = lastOrder;
        shift = cheapShift(bits);
        if (in.read(1) == 1) {
            order = (int) in.read(2);
            shift += readSteps(in);
            if (shift < 0 || shift >= bits) {
                throw Undecodable.because("rice", "shift " + shift + " is outside 0 to " + (bits - 1));
            }
        }
        firstSample = readSample(in, bits - shift);
        lastOrder = order;
        lastShift = shift;
        parameter = SILENT;
        if (!alone) {
            parameter = lastParameter + readSteps(in);
            if (parameter < SILENT || parameter > MAX_PARAMETER) {
                throw Undecodable.because("rice", "parameter " + parameter + " is outside -1 to " + MAX_PARAMETER);
            }
            lastParameter = parameter;
        }
    }

    private static int readSteps(BitReader in) {
        int ones = 0;
        while (in.read(1) == 1) {
            ones++;
            if (ones > MAX_STEPS) {
                throw Undecodable.because("rice", "more than " + MAX_STEPS + " steps");
            }
        }
        return ZigZag.back(ones);
    }

    private static int readSample(BitReader in, int bits) {
        long value = 0;
        int at = 0;
        while (bits - at > GROUP_BITS) {
            value |= in.read(GROUP_BITS) << at;
            at += GROUP_BITS;
            if (in.read(1) == 0) {
                return ZigZag.back((int) value);
            }
        }
        value |= in.read(bits - at) << at;
        return ZigZag.back((int) value);
    }
}
