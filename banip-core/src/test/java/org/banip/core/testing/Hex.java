package org.banip.core.testing;

import java.io.ByteArrayOutputStream;
import java.util.HexFormat;

/** Bytes in tests, in hexadecimal: {@code 5A*128} is a run; blanks and bars are ignored. */
public final class Hex {
    private Hex() {}

    /** The bytes of these pieces, one after the other. */
    public static byte[] bytes(String... pieces) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (String word : String.join(" ", pieces).replace("|", " ").trim().split("\\s+", -1)) {
            int star = word.indexOf('*');
            byte[] bytes = HexFormat.of().parseHex(star < 0 ? word : word.substring(0, star));
            int times = star < 0 ? 1 : Integer.parseInt(word.substring(star + 1));
            for (int i = 0; i < times; i++) {
                out.writeBytes(bytes);
            }
        }
        return out.toByteArray();
    }

    /** The bytes in hexadecimal. */
    public static String text(byte[] bytes) {
        return HexFormat.ofDelimiter(" ").withUpperCase().formatHex(bytes);
    }
}
