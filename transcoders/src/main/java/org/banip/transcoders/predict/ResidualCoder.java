package org.banip.transcoders.predict;

/** Codes residuals. The writing half takes them, the reading half returns them. */
interface ResidualCoder {
    /** Codes a residual in a context and returns it. A reader ignores the given one. */
    int code(int context, int residual);

    /** Codes a decision. {@code probability} of true is in units of 2^−15, from 1 to 2^15 − 1. */
    boolean whether(boolean so, int probability);

    /** Codes the lowest bits, at most 32, of a number and returns them. */
    int plain(int number, int bits);
}
