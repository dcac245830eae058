package org.banip.core.text;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** UTF-8 (RFC 3629) without the JDK's silent replacement of malformed input. */
public final class Utf8 {
    private Utf8() {}

    /** The text of these bytes, or empty if they are not UTF-8. */
    public static Optional<String> decode(byte[] bytes, int offset, int length) {
        try {
            // A new decoder reports malformed input. String's constructor would replace it.
            return Optional.of(StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes, offset, length))
                    .toString());
        } catch (CharacterCodingException e) {
            return Optional.empty();
        }
    }

    /** Whether every surrogate is paired, so that UTF-8 can represent the text. */
    public static boolean isWellFormed(String text) {
        for (int i = 0; i < text.length(); i += Character.charCount(text.codePointAt(i))) {
            if (isSurrogate(text.codePointAt(i))) {
                return false;
            }
        }
        return true;
    }

    /** The number of bytes of the text. An unpaired surrogate counts as one byte, as in {@link String#getBytes}. */
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

    /** The longest prefix of whole characters that has at most {@code maxBytes} bytes. */
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
