package org.banip.seal;

/** Bytes as hexadecimal digits in lower case. */
final class Hex {
    private static final String DIGITS = "0123456789abcdef";

    private Hex() {}

    static String of(byte[] bytes) {
        StringBuilder text = new StringBuilder(2 * bytes.length);
        for (byte b : bytes) {
            text.append(DIGITS.charAt(b >> 4 & 15)).append(DIGITS.charAt(b & 15));
        }
        return text.toString();
    }

    /**
     * The bytes of a text.
     *
     * @throws IllegalArgumentException if it has other characters, or an odd number of them
     */
    static byte[] bytes(String text) {
        if (text.length() % 2 != 0) {
            throw new IllegalArgumentException(text.length() + " hexadecimal digits are no whole bytes");
        }
        byte[] bytes = new byte[text.length() / 2];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (digit(text, 2 * i) << 4 | digit(text, 2 * i + 1));
        }
        return bytes;
    }

    private static int digit(String text, int index) {
        int digit = DIGITS.indexOf(text.charAt(index));
        if (digit < 0) {
            throw new IllegalArgumentException("character " + (index + 1) + " is no hexadecimal digit in lower case");
        }
        return digit;
    }
}
