package org.banip.wsb.authentication;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.banip.wsb.spi.Identity;

/**
 * Credentials that once matched. They stay proven as long as the matched hash is in the password file, so that bcrypt runs once for each. Holds no
 * password: only its HMAC under a random key of this process, which is never written anywhere. One entry for each identity at most, so the password
 * file bounds the memory. Any thread.
 */
final class ProvenCredentials {
    private static final String HMAC = "HmacSHA256";

    private final SecretKeySpec key;
    private final Map<Identity, Proof> proofs = new ConcurrentHashMap<>();

    ProvenCredentials() {
        byte[] random = new byte[32];
        new SecureRandom().nextBytes(random);
        this.key = new SecretKeySpec(random, HMAC);
    }

    /** Algorithm of the keyed digest. */
    Digest digest(BasicCredentials credentials) {
        try {
            Mac mac = Mac.getInstance(HMAC);
            mac.init(key);
            mac.update(credentials.identity().name().getBytes(StandardCharsets.US_ASCII));
            mac.update((byte) ':');
            return new Digest(mac.doFinal(credentials.passwordBytes()));
        } catch (GeneralSecurityException e) {
            // Every Java platform has HmacSHA256.
            throw new IllegalStateException(e);
        }
    }

    /** Whether these credentials matched this very hash. */
    boolean contain(Identity identity, Digest digest, PasswordHash hash) {
        Proof proof = proofs.get(identity);
        return proof != null && proof.hash.equals(hash) && proof.digest.equals(digest);
    }

    void add(Identity identity, Digest digest, PasswordHash hash) {
        proofs.put(identity, new Proof(digest, hash));
    }

    /** Removes identities that are no longer in the password file. */
    void retain(PasswordEntries entries) {
        proofs.keySet().removeIf(identity -> entries.hashOf(identity).isEmpty());
    }

    int size() {
        return proofs.size();
    }

    private record Proof(Digest digest, PasswordHash hash) {}

    /** A keyed digest of name and password; compared in constant time. */
    static final class Digest {
        private final byte[] bytes;

        Digest(byte[] bytes) {
            this.bytes = bytes;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Digest digest && MessageDigest.isEqual(bytes, digest.bytes);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(bytes);
        }
    }
}
