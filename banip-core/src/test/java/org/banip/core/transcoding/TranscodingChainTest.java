package org.banip.core.transcoding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TranscodingChainTest {
    static final Transcoders KNOWN = new Transcoders(List.of(new PlainProvider(), new RunningProvider()));

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "plain; plain",
                "plain(); plain",
                "plain|running; plain|running(key=10s,wrap=yes)",
                "running(wrap=no); running(key=10s,wrap=no)",
                "running(wrap=no,key=060s); running(key=1min,wrap=no)",
                "running(key=2500ms); running(key=2500ms,wrap=yes)",
                "plain|plain|plain|plain|plain|plain|plain|plain; plain|plain|plain|plain|plain|plain|plain|plain",
            })
    void canonicalTextNamesEveryParameterInTheProvidersOrder(String text, String canonical) {
        assertThat(TranscodingChain.parse(text, KNOWN)).hasToString(canonical);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "''; '' is not a component such as deflate or deflate(level=6)",
                "plain|; '' is not a component",
                "Plain; 'Plain' is not a component",
                "plain(; 'plain(' does not end with a closing parenthesis; a component is like deflate or",
                "plain)(; 'plain)(' does not end with a closing parenthesis",
                "plain running; 'plain running' is not a component",
                "plain |running; 'plain ' is not a component",
                "' plain'; ' plain' is not a component such as deflate or deflate(level=6), without blanks",
                "plain( ); 'plain( )' is not a component",
                "running(wrap= no); 'running(wrap= no)' is not a component",
                "running(key=+5s); running: key=+5s is not allowed",
                "running(key=٥s); is not allowed",
                "zip; unknown component 'zip', known are [plain, running]",
                "plain(level=6); plain: 'level=6' is not one of its parameters []",
                "running(key); running: 'key' is not one of its parameters [key, wrap], each written name=value",
                "running(key=1s,); running: '' is not one of its parameters",
                "running(key=1s,key=1s); running: key is given twice",
                "running(key=999ms); running: key=999ms is not allowed; allowed is a duration from 1s to 1min",
                "running(key=5); running: key=5 is not allowed",
                "running(key=99999999999999999999s); is not allowed",
                "running(key=9999999999999s); is not allowed",
                "running(wrap=maybe); running: wrap=maybe is not allowed; allowed is yes or no",
                "plain|plain|plain|plain|plain|plain|plain|plain|plain; 9 components exceed limit 8",
                "running|running; running(key=10s,wrap=yes) reads samples, so it cannot stand after running(key=10s",
                "running|plain|running; reads samples, so it cannot stand after running(key=10s",
            })
    void errorsNameTheSeenAndTheAllowedValues(String text, String message) {
        assertThatThrownBy(() -> TranscodingChain.parse(text, KNOWN))
                .isInstanceOfSatisfying(
                        BanipException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_CHAIN))
                .hasMessageContaining(message);
    }

    @Test
    void textsAreBounded() {
        String longest = "running(key=" + "0".repeat(TranscodingChain.MAX_TEXT - 16) + "10s)";
        assertThat(TranscodingChain.parse(longest, KNOWN)).hasToString("running(key=10s,wrap=yes)");
        assertThatThrownBy(() -> TranscodingChain.parse(longest + "x", KNOWN))
                .hasMessage("chain text of 513 characters exceeds limit 512");
    }

    @ParameterizedTest
    @ValueSource(chars = {0, 1, '\t', '\n', '\r', ' ', 0x1f, 0x7f, 0x85, 0xa0, 0x2028, 0x3000})
    void blanksAndControlCharactersAreRefused(char c) {
        for (String text : List.of("plain%s", "%splain", "plain|%splain", "running(%s)", "running(wrap=no%s)")) {
            assertThatThrownBy(() -> TranscodingChain.parse(String.format(text, c), KNOWN))
                    .isInstanceOfSatisfying(
                            BanipException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_CHAIN))
                    .hasMessageNotContaining(Character.isISOControl(c) ? String.valueOf(c) : "\0");
        }
    }

    @Test
    void chainIsStatefulIfAComponentIsAndHasItsShortestKeyInterval() {
        TranscodingChain stateless = TranscodingChain.parse("plain|plain", KNOWN);
        assertThat(stateless.stateful()).isFalse();
        assertThat(stateless.keyInterval()).isZero();
        TranscodingChain stateful = TranscodingChain.parse("plain|running(key=5s)", KNOWN);
        assertThat(stateful.stateful()).isTrue();
        assertThat(stateful.keyInterval()).isEqualTo(Duration.ofSeconds(5));
    }

    @Test
    void twoComponentsOfOneNameAreRefused() {
        assertThatThrownBy(() -> new Transcoders(List.of(new PlainProvider(), new PlainProvider())))
                .isInstanceOf(BanipException.class)
                .hasMessageContaining("two components are named 'plain'");
    }
}
