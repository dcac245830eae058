package org.banip.surrogate.oidc;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;

/**
 * One attempt to log in. All that binds the provider's answer to the browser follows from a random secret that only this browser has, so the host keeps
 * nothing meanwhile, and nobody can fill its memory with attempts. Immutable.
 */
final class Attempt {
    private final String secret;

    Attempt(String secret) {
        this.secret = secret;
    }

    /** Comes back with the answer: proves that it is for this browser (RFC 6749, section 10.12). */
    String state() {
        return derived("state");
    }

    /** Comes back in the ID token: proves that the token was made for this attempt (OpenID Connect Core 1.0, section 15.5.2). */
    String nonce() {
        return derived("nonce");
    }

    /** Goes to the provider with the code, and proves that the host that sends the code began the attempt (RFC 7636, section 4.1). */
    String verifier() {
        return derived("verifier");
    }

    /** What the provider knows of the verifier before (RFC 7636, section 4.2, {@code S256}). */
    String challenge() {
        return digest(verifier());
    }

    /** Whether the answer is of this attempt; takes as long if it is not. */
    boolean hasState(String shown) {
        return MessageDigest.isEqual(shown.getBytes(StandardCharsets.UTF_8), state().getBytes(StandardCharsets.UTF_8));
    }

    private String derived(String purpose) {
        return digest(purpose + " " + secret);
    }

    private static String digest(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.US_ASCII));
            return Base64.getUrlEncoder().withoutPadding().encodeToString(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
