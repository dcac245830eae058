package org.banip.transcoders.predict;

/** Codes residuals: the writing half takes them, the reading half brings them back. */
interface ResidualCoder {
    /** Codes a residual in a context and returns it; a reader ignores the one given. */
    int code(int context, int residual);

    /** Codes whether something is so; {@code probability} of 2^15, from 1 to 2^15 − 1, that it is. */
    boolean whether(boolean so, int probability);

    /** Codes the lowest bits, at most 32, of a number and returns them. */
    int plain(int number, int bits);
}
