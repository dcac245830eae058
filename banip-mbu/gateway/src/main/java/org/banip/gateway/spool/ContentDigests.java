package org.banip.gateway.spool;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;
import org.banip.gateway.sample.Samples;
import org.banip.gateway.settings.DurableSpool;

/**
 * How contents of messages are named in files. A plain digest of few values tells them to everybody who tries all values; if the spool is encrypted,
 * digests are made with its key. Immutable.
 */
public final class ContentDigests {
    private static final String HMAC = "HmacSHA256";
    private static final byte[] PURPOSE = "banip gateway messages".getBytes(StandardCharsets.UTF_8);

    /** Plain digests. */
    public static final ContentDigests PLAIN = new ContentDigests(List.of());

    private final List<SecretKeySpec> keys;

    private ContentDigests(List<SecretKeySpec> keys) {
        this.keys = keys;
    }

    /**
     * Digests for the keys of a spool.
     *
     * @throws IllegalArgumentException if the bytes of a key cannot be read
     */
    static ContentDigests of(DurableSpool spool) {
        if (spool.key().isEmpty()) {
            return PLAIN;
        }
        List<SecretKeySpec> keys = new ArrayList<>();
        keys.add(readable(spool.key().get()));
        spool.former().forEach(key -> keys.add(readable(key)));
        return new ContentDigests(keys);
    }

    private static SecretKeySpec readable(SecretKey key) {
        byte[] bytes = key.getEncoded();
        if (bytes == null) {
            throw new IllegalArgumentException("spool: a gateway needs a key whose bytes it can read");
        }
        return new SecretKeySpec(bytes, HMAC);
    }

    /** What these samples are called from now on. */
    public Samples.Digest of(Samples samples) {
        return keys.isEmpty() ? samples.digest() : keyed(keys.get(0), samples.digest());
    }

    /** Whether this is what these samples are called, or were called with a former key or without one. */
    public boolean isOf(Samples.Digest content, Samples samples) {
        Samples.Digest plain = samples.digest();
        return content.equals(plain) || keys.stream().anyMatch(key -> content.equals(keyed(key, plain)));
    }

    private static Samples.Digest keyed(SecretKeySpec key, Samples.Digest plain) {
        try {
            Mac mac = Mac.getInstance(HMAC);
            mac.init(key);
            mac.update(PURPOSE);
            return new Samples.Digest(ByteBuffer.wrap(mac.doFinal(plain.bytes().array())));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has " + HMAC, e);
        }
    }
}
