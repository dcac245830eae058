package org.banip.core.text;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** UTF-8 (RFC 3629) without the JDK's silent replacement of what is wrong. */
public final class Utf8 {
    private Utf8() {}

    /** The text of these bytes, or empty if they are not UTF-8. */
    public static Optional<String> decode(byte[] bytes, int offset, int length) {
        try {
            // A new decoder reports what is malformed; String's constructor would replace it.
            return Optional.of(StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes, offset, length))
                    .toString());
        } catch (CharacterCodingException e) {
            return Optional.empty();
        }
    }

    /** Whether every surrogate has its partner, so that the text survives UTF-8. */
    public static boolean isWellFormed(String text) {
        for (int i = 0; i < text.length(); i += Character.charCount(text.codePointAt(i))) {
            if (isSurrogate(text.codePointAt(i))) {
                return false;
            }
        }
        return true;
    }

    /** How many bytes the text takes; a surrogate without partner counts as one, as in {@link String#getBytes}. */
    public static int length(String text) {
        int bytes = 0;
        int at = 0;
        while (at < text.length()) {
            int character = text.codePointAt(at);
            bytes += bytesOf(character);
            at += Character.charCount(character);
        }
        return bytes;
    }

    /** The longest prefix of the text, in whole characters, that takes at most {@code maxBytes}. */
    public static String cut(String text, int maxBytes) {
        int bytes = 0;
        int at = 0;
        while (at < text.length()) {
            int character = text.codePointAt(at);
            bytes += bytesOf(character);
            if (bytes > maxBytes) {
                break;
            }
            at += Character.charCount(character);
        }
        return text.substring(0, at);
    }

    private static int bytesOf(int character) {
        if (character < 0x80 || isSurrogate(character)) {
            return 1;
        }
        if (character < 0x800) {
            return 2;
        }
        return character < 0x10000 ? 3 : 4;
    }

    private static boolean isSurrogate(int character) {
        return character >= Character.MIN_SURROGATE && character <= Character.MAX_SURROGATE;
    }
}
