package org.banip.wsb.spi;

import java.util.concurrent.CompletionStage;

/** An authentication scheme: determines the sender of a request, or that its credentials are wrong. Safe for use by many threads. */
public interface Authenticator extends AutoCloseable {
    /** The value of {@code WWW-Authenticate} in a 401 answer: the scheme and its parameters (RFC 9110, section 11.6.1). */
    String challenge();

    /**
     * Authenticates one request. Must return at once; the answer may come later, from any thread. An answer must take as long for
     * an unknown name as for a wrong secret.
     */
    CompletionStage<Authentication> authenticate(AuthenticationRequest request);

    /** Ends its threads, if it has any. */
    @Override
    default void close() {}
}
