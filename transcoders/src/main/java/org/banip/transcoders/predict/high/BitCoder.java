package org.banip.transcoders.predict.high;

/** Takes binary decisions one after another, writing or reading them: one model serves encoder and decoder. */
interface BitCoder {
    /** Probabilities are whole numbers out of this. */
    int ONE = 1 << 20;

    /**
     * Codes one decision.
     *
     * @param bit the decision, if this writes; ignored if it reads
     * @param probability of {@code true}, 1 to {@link #ONE} − 1
     * @return the decision
     */
    boolean code(boolean bit, int probability);
}
