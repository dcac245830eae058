package org.banip.surrogate.people.spi;

import java.net.URI;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/** Log-in at an identity provider: the browser goes there, and comes back with an answer of the provider. Any thread; does not block. */
public interface ExternalLogIn extends AutoCloseable {
    /** What follows "Log in with" on the page; no text of a peer. */
    String label();

    /** Which provider it is, for the operator. */
    String inWords();

    /**
     * Begins an attempt.
     *
     * @param secret 43 random characters of base64url, which only a cookie of this browser has
     * @return where the browser goes; fails with a {@link org.banip.core.error.BanipException}: {@code HOST_UNAVAILABLE} if the provider does not
     *     answer as it should, {@code LIMIT_REACHED} if too many attempts wait
     */
    CompletionStage<URI> begin(String secret);

    /**
     * Ends an attempt.
     *
     * @param secret what the cookie of this browser has
     * @param answer the parameters with which the browser came back; nothing in it is checked yet
     * @return fails with a {@link org.banip.core.error.BanipException}: {@code FORBIDDEN} if the answer is not of this attempt, {@code
     *     UNAUTHENTICATED} if it proves nobody, else as {@link #begin} does
     */
    CompletionStage<ProvenPerson> finish(String secret, Map<String, String> answer);

    /** Ends what is under way. */
    @Override
    void close();
}
