package org.banip.app.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class TerminalTest {
    @Test
    void aTerminalIsRefreshedAndColouredUnlessItIsDumb() {
        assertThat(Terminal.of(Map.of("TERM", "xterm"), true)).isEqualTo(new Terminal(true, true, false));
        assertThat(Terminal.of(Map.of("TERM", "dumb"), true)).isEqualTo(new Terminal(false, false, false));
        assertThat(Terminal.of(Map.of(), true)).isEqualTo(new Terminal(false, false, false));
        assertThat(Terminal.of(Map.of("TERM", "xterm"), false)).isEqualTo(new Terminal(false, false, false));
    }

    @Test
    void noColorIsObeyedUnlessEmpty() {
        assertThat(Terminal.of(Map.of("TERM", "xterm", "NO_COLOR", "1"), true).coloured())
                .isFalse();
        assertThat(Terminal.of(Map.of("TERM", "xterm", "NO_COLOR", ""), true).coloured())
                .isTrue();
    }

    @Test
    void theFirstLocaleVariableThatIsSetDecidesOnUnicode() {
        assertThat(Terminal.of(Map.of("LANG", "de_DE.UTF-8"), true).unicode()).isTrue();
        assertThat(Terminal.of(Map.of("LANG", "C.utf8"), true).unicode()).isTrue();
        assertThat(Terminal.of(Map.of("LANG", "C.utf8", "LC_ALL", "C"), true).unicode())
                .isFalse();
        assertThat(Terminal.of(Map.of("LANG", "C", "LC_CTYPE", "C.UTF-8"), true).unicode())
                .isTrue();
        assertThat(Terminal.of(Map.of(), true).unicode()).isFalse();
    }
}
