package org.banip.surrogate.jini.client;

/** A listener throws this if it could not keep what it has got: the BAN is subscribed to again, from where its interest says then. */
public final class StartAgainException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Begins again for this reason. */
    public StartAgainException(String why) {
        super(why);
    }
}
