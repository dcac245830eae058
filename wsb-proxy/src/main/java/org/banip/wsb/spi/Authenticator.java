package org.banip.wsb.spi;

import java.util.concurrent.CompletionStage;

/** One authentication scheme: finds out who sent a request, or that its credentials are wrong. Safe for use by many threads. */
public interface Authenticator extends AutoCloseable {
    /** What a 401 answer says in {@code WWW-Authenticate}: the scheme and its parameters (RFC 9110, section 11.6.1). */
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
