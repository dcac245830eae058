package org.banip.core.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.banip.core.testing.Hex;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class Utf8Test {
    @ParameterizedTest
    @ValueSource(strings = {"", "abc", "µV", "€", "💓", "a💓b\u0000"})
    void textIsReadBack(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);

        assertThat(Utf8.decode(bytes, 0, bytes.length)).contains(text);
        assertThat(Utf8.isWellFormed(text)).isTrue();
        assertThat(Utf8.length(text)).isEqualTo(bytes.length);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "80", // a continuation alone
                "C2", // without its continuation
                "C3 28", // with a wrong one
                "C0 80", // a longer form of 0
                "E2 82", // two of three
                "ED A0 80", // half a surrogate pair
                "F0 9F 92", // three of four
                "F4 90 80 80", // beyond the last code point
                "FF",
            })
    void invalidUtf8IsNotDecoded(String bytes) {
        assertThat(Utf8.decode(Hex.bytes(bytes), 0, Hex.bytes(bytes).length)).isEmpty();
    }

    @Test
    void partOfAnArrayIsDecoded() {
        assertThat(Utf8.decode(Hex.bytes("FF 61 62 FF"), 1, 2)).contains("ab");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\uD83D", "a\uDC93", "\uDC93\uD83D", "\uD83D\uD83D\uDC93"})
    void unpairedSurrogateIsNotWellFormed(String text) {
        assertThat(Utf8.isWellFormed(text)).isFalse();
        assertThat(Utf8.length(text)).isEqualTo(text.getBytes(StandardCharsets.UTF_8).length);
    }

    @Test
    void cutLeavesWholeCharacters() {
        String text = "aµ€💓"; // 1, 2, 3 and 4 bytes
        String[] byLength = {"", "a", "a", "aµ", "aµ", "aµ", "aµ€", "aµ€", "aµ€", "aµ€", text, text};
        for (int length = 0; length < byLength.length; length++) {
            assertThat(Utf8.cut(text, length)).isEqualTo(byLength[length]);
        }
    }
}
