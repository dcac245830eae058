package org.banip.server.audit;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.banip.core.error.BanipException;
import org.banip.core.json.JsonObject;

/**
 * A line of an audit log, as it was read.
 *
 * @param number its place in the log, from 1
 * @param time when it was recorded, as text
 * @param event what it tells of
 * @param previous digest of the line before
 * @param torn what it declares of ends of files that were not written in order
 * @param digest of this line
 */
record AuditLine(long number, String time, String event, String previous, List<Torn> torn, String digest) {
    /**
     * The end of a file after its last whole line, which a killed process or a cut of the power has left.
     *
     * @param file its name
     * @param bytes how many
     * @param sha256 their digest
     */
    record Torn(String file, long bytes, String sha256) {}

    /** The digest before the first line. */
    static final String NONE = "0".repeat(64);
    /** Longer than any line can be. */
    static final int LONGEST = 1 << 20;

    static final String TORN = "torn";
    static final String FILE = "file";
    static final String BYTES = "bytes";
    static final String SHA256 = "sha256";

    private static final Pattern DIGEST = Pattern.compile("[0-9a-f]{64}");

    /** Reads a line without its end; empty if it is none of an audit log. */
    static Optional<AuditLine> parse(byte[] bytes) {
        String text = new String(bytes, StandardCharsets.UTF_8);
        if (!Arrays.equals(bytes, text.getBytes(StandardCharsets.UTF_8))) {
            return Optional.empty();
        }
        try {
            JsonObject json = JsonObject.parse(text);
            String previous = json.string(AuditEntry.PREVIOUS);
            if (!DIGEST.matcher(previous).matches()) {
                return Optional.empty();
            }
            return Optional.of(new AuditLine(
                    json.integer(AuditEntry.NUMBER, 1, Long.MAX_VALUE - 1),
                    json.string(AuditEntry.TIME),
                    json.string(AuditEntry.EVENT),
                    previous,
                    json.has(TORN)
                            ? json.objects(TORN).stream().map(AuditLine::torn).toList()
                            : List.of(),
                    digest(bytes)));
        } catch (BanipException e) {
            return Optional.empty();
        }
    }

    private static Torn torn(JsonObject json) {
        return new Torn(json.string(FILE), json.integer(BYTES, 1, Long.MAX_VALUE), json.string(SHA256));
    }

    /** SHA-256 of a line without its end, as 64 hexadecimal digits. */
    static String digest(byte[] line) {
        return HexFormat.of().formatHex(sha256().digest(line));
    }

    static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
