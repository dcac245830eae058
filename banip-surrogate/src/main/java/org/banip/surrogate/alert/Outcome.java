package org.banip.surrogate.alert;

/**
 * What became of an attempt to deliver.
 *
 * @param result what it was
 * @param reason why it was not taken; empty if it was
 */
record Outcome(Result result, String reason) {
    /** What can become of an attempt. */
    enum Result {
        /** The contact has it. */
        TAKEN,
        /** The receiver takes nothing at all, as far as can be seen. */
        RECEIVER_FAILS,
        /** The receiver refuses this one, perhaps not for ever. */
        REFUSED,
        /** The receiver refuses this one, and is not asked again. */
        GIVEN_UP,
        /** The receiver is not there any more; that is no failure. */
        AWAY
    }

    static final Outcome TAKEN = new Outcome(Result.TAKEN, "");

    boolean taken() {
        return result == Result.TAKEN;
    }

    boolean is(Result one) {
        return result == one;
    }
}
