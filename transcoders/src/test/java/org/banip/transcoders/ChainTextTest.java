package org.banip.transcoders;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.transcoding.Transcoders;
import org.banip.core.transcoding.spi.TranscoderProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ChainTextTest {
    @Test
    void componentsAreFoundByServiceLoader() {
        assertThat(Transcoders.installed().all())
                .extracting(TranscoderProvider::name)
                .contains("deflate", "packetizer");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "packetizer; packetizer(units=255,hold=500ms)",
                "packetizer(units=140,hold=0); packetizer(units=140,hold=0)",
                "packetizer(hold=0060s); packetizer(units=255,hold=1min)",
                "deflate; deflate(level=6,context=packet,key=1min)",
                "deflate(context=stream,level=09); deflate(level=9,context=stream,key=1min)",
                "packetizer(units=140,hold=0)|deflate; packetizer(units=140,hold=0)|deflate(level=6,context=packet,key=1min)",
            })
    void canonicalTextNamesEveryParameter(String text, String canonical) {
        assertThat(Transcript.chain(text)).hasToString(canonical);
        assertThat(Transcript.chain(canonical)).hasToString(canonical);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "packetizer(units=0); packetizer: units=0 is not allowed; a whole number from 1 to 255",
                "packetizer(units=256); packetizer: units=256 is not allowed; a whole number from 1 to 255",
                "packetizer(hold=61min); packetizer: hold=61min is not allowed; a duration from 0 to 60min",
                "packetizer(hold=1); packetizer: hold=1 is not allowed; a whole number and ms, s or min",
                "deflate(level=0); deflate: level=0 is not allowed; a whole number from 1 to 9",
                "deflate(context=group); deflate: context=group is not allowed; packet or stream",
                "deflate(key=0); deflate: key=0 is not allowed; a duration from 1s to 60min",
                "deflate(effort=9); deflate: 'effort=9'; [level, context, key]",
                "deflate(level= 9); 'deflate(level= 9)'; without blanks",
                "packetizer |deflate; 'packetizer '; without blanks",
                "zstd; unknown component 'zstd'; known are [auto, deflate",
                "deflate|packetizer; packetizer(units=255,hold=500ms) reads samples; cannot stand after deflate",
            })
    void errorsNameTheSeenAndTheAllowedValues(String text, String seen, String allowed) {
        assertThatThrownBy(() -> Transcript.chain(text))
                .isInstanceOfSatisfying(
                        BanipException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_CHAIN))
                .hasMessageContaining(seen)
                .hasMessageContaining(allowed);
    }

    @Test
    void onlyTheStreamContextMakesAChainStateful() {
        assertThat(Transcript.chain("packetizer|deflate").stateful()).isFalse();
        assertThat(Transcript.chain("packetizer|deflate(context=stream)").stateful())
                .isTrue();
        assertThat(Transcript.chain("packetizer|deflate(context=stream,key=10s)")
                        .keyInterval())
                .isEqualTo(Duration.ofSeconds(10));
        assertThat(Transcript.chain("deflate(context=stream,key=10s)|deflate(context=stream,key=5s)")
                        .keyInterval())
                .isEqualTo(Duration.ofSeconds(5));
    }
}
