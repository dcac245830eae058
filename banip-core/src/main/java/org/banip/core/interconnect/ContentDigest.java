package org.banip.core.interconnect;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The header {@code Content-Digest} of a document. With it a receiver over plain HTTP detects damaged bytes (RFC 9530; docs/protocol.md,
 * "Damage"). SHA-256 only; other algorithms are ignored. Any thread.
 */
public final class ContentDigest {
    /** The header's name. */
    public static final String HEADER = "Content-Digest";

    /** One member of a dictionary of byte sequences (RFC 8941, sections 3.2 and 3.3.5). */
    private static final Pattern SHA_256 = Pattern.compile("(?:^|,)[ \t]*sha-256=:([A-Za-z0-9+/=]*):[ \t]*(?:,|;|$)");

    private ContentDigest() {}

    /** The header's value for a document. */
    public static String of(byte[] document) {
        return "sha-256=:" + base64(document) + ":";
    }

    /** Whether the header has a SHA-256 digest that differs from the document's digest. */
    public static boolean contradicts(@Nullable String header, byte[] document) {
        Matcher member = SHA_256.matcher(header == null ? "" : header);
        return member.find() && !base64(document).equals(member.group(1));
    }

    private static String base64(byte[] document) {
        try {
            return Base64.getEncoder()
                    .encodeToString(MessageDigest.getInstance("SHA-256").digest(document));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java and every Android has SHA-256", e);
        }
    }
}
