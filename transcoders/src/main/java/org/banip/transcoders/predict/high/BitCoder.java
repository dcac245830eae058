package org.banip.transcoders.predict.high;

/** Codes binary decisions one after another. It writes or reads them, so that encoder and decoder use one model. */
interface BitCoder {
    /** Probabilities are whole numbers relative to this one. */
    int ONE = 1 << 20;

    /**
     * Codes one decision.
     *
     * @param bit the decision when writing; ignored when reading
     * @param probability of {@code true}, 1 to {@link #ONE} − 1
     * @return the decision
     */
    boolean code(boolean bit, int probability);
}
