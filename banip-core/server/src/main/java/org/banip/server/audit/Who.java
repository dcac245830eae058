package org.banip.server.audit;

/** Somebody, as an audit log names them. Whatever authenticates people or MBUs gives one. */
public interface Who {
    /** Somebody who is not known. */
    Who UNKNOWN = of("unknown", "none");

    /** A name; for those who share a secret, what they are: {@code viewer}, {@code broker}. Never a secret. */
    String name();

    /** How they proved it, in a word: {@code password}, {@code token}, {@code certificate}, {@code loopback}. */
    String means();

    /** Somebody with this name, proved by these means. */
    static Who of(String name, String means) {
        return new Named(name, means);
    }

    /** See {@link Who#of}. */
    record Named(String name, String means) implements Who {}
}
