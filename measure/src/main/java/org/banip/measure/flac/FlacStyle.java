package org.banip.measure.flac;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Codes the samples of one channel in blocks of {@value #BLOCK}, each with its best predictor: a fixed one of order 0 to 4, or a linear
 * one of order 1 to {@value #MOST_ORDER}. Low bits that are always zero are left out.
 */
public final class FlacStyle {
    private static final int BLOCK = 4096;
    private static final int MOST_ORDER = 12;
    private static final int ORDER_BITS = 4;
    private static final int SHIFT_BITS = 5;

    private final int sampleBits;

    /** Creates a coder of samples of this number of bits, at most 32. */
    public FlacStyle(int sampleBits) {
        this.sampleBits = sampleBits;
    }

    /** Appends the code of all samples. */
    public void encode(int[] samples, Bits out) {
        for (int from = 0; from < samples.length; from += BLOCK) {
            int count = Math.min(BLOCK, samples.length - from);
            encodeBlock(Arrays.copyOfRange(samples, from, from + count), out);
        }
    }

    private void encodeBlock(int[] block, Bits out) {
        int wasted = dropZeros(block);
        out.write(wasted, SHIFT_BITS);
        Choice best = best(block, wasted);
        boolean linear = best.linear();
        FlacPredictor predictor = best.predictor();
        out.write(linear ? 1 : 0, 1);
        out.write(predictor.order(), ORDER_BITS);
        if (linear) {
            out.write(predictor.shift(), ORDER_BITS);
            for (int coefficient : predictor.coefficients()) {
                out.write(coefficient, FlacPredictor.PRECISION);
            }
        }
        for (int i = 0; i < predictor.order(); i++) {
            out.write(block[i], sampleBits - wasted);
        }
        Residuals residuals = Residuals.of(block, predictor);
        residuals.bits();
        residuals.write(out);
    }

    private record Choice(FlacPredictor predictor, boolean linear) {}

    private Choice best(int[] block, int wasted) {
        List<Choice> choices = new ArrayList<>();
        for (int order = 0; order < FlacPredictor.fixedCount() && order <= block.length; order++) {
            choices.add(new Choice(FlacPredictor.fixed(order), false));
        }
        for (double[] exact : LinearPrediction.orders(block, Math.min(MOST_ORDER, block.length - 1))) {
            choices.add(new Choice(FlacPredictor.rounded(exact), true));
        }
        Choice best = choices.get(0);
        long bestBits = Long.MAX_VALUE;
        for (Choice choice : choices) {
            int perOrder = sampleBits - wasted + (choice.linear() ? FlacPredictor.PRECISION : 0);
            long bits = (long) perOrder * choice.predictor().order()
                    + Residuals.of(block, choice.predictor()).bits();
            if (bits < bestBits) {
                bestBits = bits;
                best = choice;
            }
        }
        return best;
    }

    private static int dropZeros(int[] block) {
        int any = 0;
        for (int sample : block) {
            any |= sample;
        }
        int zeros = any == 0 ? 0 : Integer.numberOfTrailingZeros(any);
        for (int i = 0; i < block.length; i++) {
            block[i] >>= zeros;
        }
        return zeros;
    }

    /** Reads samples into all elements. */
    public void decode(Bits in, int[] samples) {
        for (int from = 0; from < samples.length; from += BLOCK) {
            decodeBlock(in, samples, from, Math.min(BLOCK, samples.length - from));
        }
    }

    private void decodeBlock(Bits in, int[] samples, int from, int count) {
        int wasted = (int) in.read(SHIFT_BITS);
        FlacPredictor predictor = readPredictor(in);
        for (int i = 0; i < predictor.order(); i++) {
            samples[from + i] = (int) in.readSigned(sampleBits - wasted);
        }
        Residuals.read(in, samples, from, count, predictor);
        for (int i = from; i < from + count; i++) {
            samples[i] <<= wasted;
        }
    }

    private static FlacPredictor readPredictor(Bits in) {
        boolean linear = in.read(1) == 1;
        int order = (int) in.read(ORDER_BITS);
        if (!linear) {
            return FlacPredictor.fixed(order);
        }
        int shift = (int) in.read(ORDER_BITS);
        int[] coefficients = new int[order];
        for (int i = 0; i < order; i++) {
            coefficients[i] = (int) in.readSigned(FlacPredictor.PRECISION);
        }
        return new FlacPredictor(coefficients, shift);
    }
}
