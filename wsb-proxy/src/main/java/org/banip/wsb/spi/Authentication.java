package org.banip.wsb.spi;

/** Result of an authentication. */
public sealed interface Authentication {
    /**
     * The credentials are right.
     *
     * @param identity the authenticated identity
     * @param proof tells while a stream is open whether the credentials are still right
     */
    record Accepted(Identity identity, Proof proof) implements Authentication {
        /** Right for as long as the request lasts. */
        public Accepted(Identity identity) {
            this(identity, Proof.LASTING);
        }
    }

    /**
     * The credentials are of this scheme, and wrong.
     *
     * @param fault kind of error
     * @param reason for the operator's log, without credentials
     * @param forMbu what the MBU is told
     */
    record Refused(Fault fault, String reason, String forMbu) implements Authentication {
        /** The MBU is told no more than that user or password are wrong. */
        public Refused(Fault fault, String reason) {
            this(fault, reason, "wrong user or password");
        }
    }

    /** Errors of credentials. */
    enum Fault {
        /** They are not in the form of the scheme. */
        MALFORMED,
        /** Nobody has this name. */
        UNKNOWN_NAME,
        /** The name is known, the secret is wrong. */
        WRONG_SECRET
    }

    /** The request carries no credentials of this scheme: ask the next authenticator. */
    record NotPresented() implements Authentication {}

    /**
     * Too many attempts wait; the MBU should try again later.
     *
     * @param reason the bound that was reached
     */
    record Busy(String reason) implements Authentication {}
}
