package org.banip.core.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class QuotedTest {
    @Test
    void plainTextIsQuotedUnchanged() {
        assertThat(Quoted.of("ECG µV 💓")).isEqualTo("'ECG µV 💓'");
        assertThat(Quoted.of("")).isEqualTo("''");
    }

    @Test
    void longTextIsCutToWholeCharacters() {
        assertThat(Quoted.of("x".repeat(80))).isEqualTo("'" + "x".repeat(80) + "'");
        assertThat(Quoted.of("💓".repeat(81))).isEqualTo("'" + "💓".repeat(80) + "…'");
        assertThat(Quoted.line("abc", 0)).isEqualTo("…");
    }

    @Test
    void charactersThatCouldForgeALogLineAreReplaced() {
        String newLine = "a\r\n2026-01-01 INFO all is well";
        String others = "\u0000\u001b[31m\u0085\u2028\u2029\u202e\u200b\ufeff\ud83d";

        assertThat(Quoted.of(newLine)).isEqualTo("'a??2026-01-01 INFO all is well'");
        assertThat(Quoted.of(others)).isEqualTo("'??[31m???????'");
    }
}
