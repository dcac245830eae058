package org.banip.measure.flac;

/** Residuals of a predictor in a block, as unsigned numbers, and their Rice codes in up to 64 partitions. */
final class Residuals {
    private static final int MOST_PARTITIONS_BITS = 6;
    private static final int MOST_PARAMETER = 40;
    private static final int PARAMETER_BITS = 6;
    private static final int PARTITIONS_BITS = 3;

    private final long[] values;
    private int partitionsBits;

    private Residuals(long[] values) {
        this.values = values;
    }

    static Residuals of(int[] block, FlacPredictor predictor) {
        long[] values = new long[block.length - predictor.order()];
        for (int i = 0; i < values.length; i++) {
            int at = predictor.order() + i;
            long residual = block[at] - predictor.predict(block, at);
            values[i] = residual << 1 ^ residual >> 63;
        }
        return new Residuals(values);
    }

    /** Finds the best number of partitions and returns the bits they take. */
    long bits() {
        long best = Long.MAX_VALUE;
        for (int bits = 0; bits <= MOST_PARTITIONS_BITS && values.length >> bits > 0; bits++) {
            long sum = PARTITIONS_BITS;
            for (int part = 0; part < 1 << bits; part++) {
                sum += PARAMETER_BITS + cost(begin(part, bits), begin(part + 1, bits), parameter(part, bits));
            }
            if (sum < best) {
                best = sum;
                partitionsBits = bits;
            }
        }
        return values.length == 0 ? PARTITIONS_BITS : best;
    }

    private int begin(int part, int bits) {
        return (int) ((long) values.length * part >> bits);
    }

    private int parameter(int part, int bits) {
        int from = begin(part, bits);
        int to = begin(part + 1, bits);
        double sum = 0;
        for (int i = from; i < to; i++) {
            sum += (double) values[i];
        }
        int parameter = Math.max(0, Math.min(MOST_PARAMETER, Math.getExponent(sum / Math.max(1, to - from) + 0.5)));
        return cost(from, to, parameter + 1) < cost(from, to, parameter) ? parameter + 1 : parameter;
    }

    private long cost(int from, int to, int parameter) {
        long bits = 0;
        for (int i = from; i < to; i++) {
            bits += (values[i] >>> parameter) + 1 + parameter;
        }
        return bits;
    }

    /** Writes the codes; {@link #bits} must be called first. */
    void write(Bits out) {
        out.write(partitionsBits, PARTITIONS_BITS);
        for (int part = 0; part < 1 << partitionsBits && values.length > 0; part++) {
            int parameter = parameter(part, partitionsBits);
            out.write(parameter, PARAMETER_BITS);
            for (int i = begin(part, partitionsBits); i < begin(part + 1, partitionsBits); i++) {
                out.writeUnary(values[i] >>> parameter);
                out.write(values[i], parameter);
            }
        }
    }

    /** Reads the samples after those with which the predictor begins. */
    static void read(Bits in, int[] samples, int from, int count, FlacPredictor predictor) {
        Residuals places = new Residuals(new long[count - predictor.order()]);
        int bits = (int) in.read(PARTITIONS_BITS);
        int at = from + predictor.order();
        for (int part = 0; part < 1 << bits && places.values.length > 0; part++) {
            int parameter = (int) in.read(PARAMETER_BITS);
            for (int i = places.begin(part, bits); i < places.begin(part + 1, bits); i++) {
                long value = in.readUnary() << parameter | in.read(parameter);
                samples[at] = (int) (predictor.predict(samples, at) + (value >>> 1 ^ -(value & 1)));
                at++;
            }
        }
    }
}
