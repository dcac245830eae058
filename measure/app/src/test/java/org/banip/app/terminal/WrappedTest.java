package org.banip.app.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WrappedTest {
    private static String at(String text, int columns) {
        return Wrapped.at(text, columns).replace(System.lineSeparator(), "|");
    }

    @Test
    void linesAreBrokenAtBlanks() {
        assertThat(at("banip watch: cannot reach the host", 20)).isEqualTo("banip watch: cannot|reach the host");
        assertThat(at("12345 7890", 10)).isEqualTo("12345 7890");
        assertThat(at("12345 78901", 10)).isEqualTo("12345|78901");
    }

    @Test
    void longWordsStayWhole() {
        assertThat(at("at http://127.0.0.1:8081/ it is", 10)).isEqualTo("at|http://127.0.0.1:8081/|it is");
    }

    @Test
    void blanksOfShortLinesStay() {
        assertThat(at("  a  b", 80)).isEqualTo("  a  b");
    }
}
