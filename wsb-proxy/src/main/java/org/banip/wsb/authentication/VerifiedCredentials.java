package org.banip.wsb.authentication;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Credentials found right a short while ago, so that bcrypt is not paid for every request. Holds no password: only its HMAC under a
 * key that this process made at random and never writes anywhere. Bounded; the least recently used entry goes. Any thread.
 */
final class VerifiedCredentials {
    private static final String HMAC = "HmacSHA256";

    private final SecretKeySpec key;
    private final long keepNanos;
    private final LongSupplier nanoClock;
    private final Map<ByteBuffer, Entry> entries;

    VerifiedCredentials(int most, Duration keep, LongSupplier nanoClock) {
        byte[] random = new byte[32];
        new SecureRandom().nextBytes(random);
        this.key = new SecretKeySpec(random, HMAC);
        this.keepNanos = keep.toNanos();
        this.nanoClock = nanoClock;
        this.entries = new LinkedHashMap<>(16, 0.75f, true) {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<ByteBuffer, Entry> eldest) {
                return size() > most;
            }
        };
    }

    /** What credentials are known by. */
    ByteBuffer digest(BasicCredentials credentials) {
        try {
            Mac mac = Mac.getInstance(HMAC);
            mac.init(key);
            mac.update(credentials.identity().name().getBytes(StandardCharsets.US_ASCII));
            mac.update((byte) ':');
            return ByteBuffer.wrap(mac.doFinal(credentials.passwordBytes())).asReadOnlyBuffer();
        } catch (GeneralSecurityException e) {
            // Every Java platform has HmacSHA256.
            throw new IllegalStateException(e);
        }
    }

    /** Whether these credentials were found right against this very hash, not too long ago. */
    synchronized boolean contain(ByteBuffer digest, PasswordHash hash) {
        Entry entry = entries.get(digest);
        if (entry == null) {
            return false;
        }
        if (entry.hash.equals(hash) && nanoClock.getAsLong() - entry.verifiedAt < keepNanos) {
            return true;
        }
        entries.remove(digest);
        return false;
    }

    synchronized void add(ByteBuffer digest, PasswordHash hash) {
        entries.put(digest, new Entry(hash, nanoClock.getAsLong()));
    }

    private record Entry(PasswordHash hash, long verifiedAt) {}
}
