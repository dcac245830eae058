package org.banip.core.interconnect;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.banip.core.packet.Crc32c;
import org.jspecify.annotations.Nullable;

/**
 * The header {@code Banip-Check}: the CRC-32C of the values of headers by which broker and host decide who may do what. With it a receiver over plain
 * HTTP detects damaged bytes (docs/protocol.md, "Damage"). It is no proof of who sent them. Any thread.
 */
public final class HeaderCheck {
    /** The header's name. */
    public static final String HEADER = "Banip-Check";

    private HeaderCheck() {}

    /**
     * The header's value.
     *
     * @param values those of the headers, in the order of docs/protocol.md; null for one that is not there
     */
    public static String of(@Nullable String... values) {
        StringBuilder text = new StringBuilder();
        for (String value : values) {
            text.append(value == null ? "" : value).append('\n');
        }
        byte[] bytes = text.toString().getBytes(StandardCharsets.ISO_8859_1);
        return String.format(Locale.ROOT, "%08x", Crc32c.finish(Crc32c.update(Crc32c.START, bytes, 0, bytes.length)));
    }

    /** Whether there is such a header, and it has another value than that for these values. */
    public static boolean contradicts(@Nullable String header, @Nullable String... values) {
        return header != null && !header.trim().equalsIgnoreCase(of(values));
    }
}
