package org.banip.surrogate.alert;

/**
 * What became of an attempt to deliver.
 *
 * @param result what it was
 * @param token why it was not taken, in a word of the host's own for the audit log; empty if it was
 * @param reason the same for the host's log and health, never with text of an MBU's app; of a mail server it is what that answered
 */
record Outcome(Result result, String token, String reason) {
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

    static final Outcome TAKEN = new Outcome(Result.TAKEN, "", "");

    /** One whose reason is the token, in words. */
    Outcome(Result result, String token) {
        this(result, token, token.replace('-', ' '));
    }

    boolean taken() {
        return result == Result.TAKEN;
    }

    boolean is(Result one) {
        return result == one;
    }
}
