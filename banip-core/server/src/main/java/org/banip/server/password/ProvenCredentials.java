package org.banip.server.password;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Credentials that once matched. They stay proven as long as the matched hash is in the password file, so that bcrypt runs once for each. Holds no
 * password: only its HMAC under a random key of this process, which is never written anywhere. One entry for each name at most, so the password
 * file bounds the memory. Any thread.
 */
public final class ProvenCredentials {
    private static final String HMAC = "HmacSHA256";

    private final SecretKeySpec key;
    private final Map<String, Proof> proofs = new ConcurrentHashMap<>();

    /** None yet. */
    public ProvenCredentials() {
        byte[] random = new byte[32];
        new SecureRandom().nextBytes(random);
        this.key = new SecretKeySpec(random, HMAC);
    }

    /** Algorithm of the keyed digest. */
    public Digest digest(BasicCredentials credentials) {
        try {
            Mac mac = Mac.getInstance(HMAC);
            mac.init(key);
            mac.update(credentials.name().getBytes(StandardCharsets.US_ASCII));
            mac.update((byte) ':');
            return new Digest(mac.doFinal(credentials.passwordBytes()));
        } catch (GeneralSecurityException e) {
            // Every Java platform has HmacSHA256.
            throw new IllegalStateException(e);
        }
    }

    /** Whether these credentials matched this very hash. */
    boolean contain(String name, Digest digest, PasswordHash hash) {
        Proof proof = proofs.get(name);
        return proof != null && proof.hash.equals(hash) && proof.digest.equals(digest);
    }

    void add(String name, Digest digest, PasswordHash hash) {
        proofs.put(name, new Proof(digest, hash));
    }

    /** Removes names that are no longer in the password file. */
    void retain(KnownPasswords entries) {
        proofs.keySet().removeIf(name -> entries.hashOf(name).isEmpty());
    }

    int size() {
        return proofs.size();
    }

    private record Proof(Digest digest, PasswordHash hash) {}

    /** A keyed digest of name and password; compared in constant time. */
    public static final class Digest {
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
