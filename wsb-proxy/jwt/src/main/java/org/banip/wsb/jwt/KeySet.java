package org.banip.wsb.jwt;

import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jwt.SignedJWT;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.ParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.banip.core.text.Counted;
import org.banip.core.text.FileError;

/** The public keys of a JWK set that verify tokens. Immutable. */
final class KeySet {
    /** Before the first one was read. */
    static final KeySet EMPTY = new KeySet(List.of());

    /** Longest set, in bytes. */
    static final int MOST_BYTES = 1 << 20;

    /** The most keys that are tried for a token that names none. */
    private static final int MOST_KEYS = 100;

    private final List<VerificationKey> keys;
    private final Set<String> thumbprints;

    private KeySet(List<VerificationKey> keys) {
        this.keys = List.copyOf(keys);
        thumbprints = keys.stream().map(VerificationKey::thumbprint).collect(Collectors.toUnmodifiableSet());
    }

    /**
     * Reads a file.
     *
     * @param before the beginning of messages, which then name the file
     * @throws IllegalArgumentException if it cannot be read, is malformed, or has no key that can be used
     */
    static KeySet read(Path file, String before) {
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(MOST_BYTES + 1);
            return parse(new String(bytes, StandardCharsets.UTF_8), before + file);
        } catch (IOException e) {
            throw new IllegalArgumentException(before + FileError.reading(file, e), e);
        }
    }

    /**
     * Reads a set.
     *
     * @param where for messages
     * @throws IllegalArgumentException if it is malformed, or has no key that can be used
     */
    static KeySet parse(String text, String where) {
        if (text.length() > MOST_BYTES) {
            throw new IllegalArgumentException(where + " is longer than " + Counted.of(MOST_BYTES, "byte"));
        }
        List<VerificationKey> found = new ArrayList<>();
        try {
            for (JWK key : JWKSet.parse(text).getKeys()) {
                VerificationKey.of(key).ifPresent(found::add);
            }
        } catch (ParseException e) {
            throw new IllegalArgumentException(
                    where + " is no JWK set: " + e.getMessage()
                            + "; allowed is JSON as in RFC 7517, such as {\"keys\":[…]}",
                    e);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(where + ": " + e.getMessage(), e);
        }
        if (found.isEmpty() || found.size() > MOST_KEYS) {
            throw new IllegalArgumentException(where + " has " + found.size()
                    + " keys that verify signatures; allowed are 1 to " + MOST_KEYS
                    + ", of OKP (Ed25519), EC (P-256) or RSA (2048 bits or more)");
        }
        return new KeySet(found);
    }

    /** Whether a key has the algorithm and the id of the token. */
    boolean suits(SignedJWT token) {
        return keys.stream().anyMatch(key -> suits(key, token));
    }

    /** The key that signed the token. */
    Optional<VerificationKey> signerOf(SignedJWT token) {
        return keys.stream()
                .filter(key -> suits(key, token))
                .filter(key -> key.signed(token))
                .findFirst();
    }

    private static boolean suits(VerificationKey key, SignedJWT token) {
        return key.suits(token.getHeader().getAlgorithm(), token.getHeader().getKeyID());
    }

    /** Whether it has the key. */
    boolean has(String thumbprint) {
        return thumbprints.contains(thumbprint);
    }

    /** Whether none was read yet. */
    boolean isEmpty() {
        return keys.isEmpty();
    }

    int size() {
        return keys.size();
    }
}
