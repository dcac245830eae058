package org.banip.wsb.spi;

/** What became of an attempt to authenticate. */
public sealed interface Authentication {
    /**
     * The credentials are right.
     *
     * @param identity whom they prove
     */
    record Accepted(Identity identity) implements Authentication {}

    /**
     * The credentials are of this scheme, and wrong.
     *
     * @param fault what is wrong with them
     * @param reason for the operator's log: no credentials in it
     */
    record Refused(Fault fault, String reason) implements Authentication {}

    /** What is wrong with credentials. */
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
     * @param reason which bound was reached
     */
    record Busy(String reason) implements Authentication {}
}
