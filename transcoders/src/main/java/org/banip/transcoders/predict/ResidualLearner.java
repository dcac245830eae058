package org.banip.transcoders.predict;

/** Codes nothing. With it both halves learn from samples that are sent uncoded. */
final class ResidualLearner implements ResidualCoder {
    private final Frequencies frequencies;

    ResidualLearner(Frequencies frequencies) {
        this.frequencies = frequencies;
    }

    @Override
    public int code(int context, int residual) {
        int unsigned = residual << 1 ^ residual >> 31;
        Frequencies.learn(frequencies.row(context), Buckets.of(unsigned >>> Frequencies.droppedBits(context)));
        return residual;
    }

    @Override
    public boolean whether(boolean so, int probability) {
        return so;
    }

    @Override
    public int plain(int number, int bits) {
        return number;
    }
}
