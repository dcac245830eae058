package org.banip.core.interconnect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.banip.core.testing.Refusals.assertRefused;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.banip.core.error.ErrorCode;
import org.banip.core.interconnect.RegistrationAnswer.GroupState;
import org.banip.core.packet.PacketHeader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The rules of docs/protocol.md, section 3, for the answer. */
class RegistrationAnswerTest {
    private final RegistrationAnswer answer = answer("interconnects/4f1c", 64, PacketHeader.MAX_NUMBER);

    @Test
    void documentIsReadBack() {
        assertThat(RegistrationAnswer.fromJson(answer.toJson())).isEqualTo(answer);
    }

    @Test
    void reorderWindowIsReadBack() {
        RegistrationAnswer agreed =
                changed("{\"protocol\"", "{\"reorder\":{\"bytes\":1000,\"millis\":500},\"protocol\"");
        assertThat(agreed.reorder()).contains(new ReorderWindow(1000, Duration.ofMillis(500)));
        assertThat(RegistrationAnswer.fromJson(agreed.withRoute("a").toJson()).reorder())
                .isEqualTo(agreed.reorder());
    }

    @Test
    void retiringIsReadBack() {
        assertThat(answer.retiring()).isFalse();
        RegistrationAnswer agreed = changed("{\"protocol\"", "{\"retiring\":true,\"protocol\"");
        assertThat(agreed.retiring()).isTrue();
        assertThat(RegistrationAnswer.fromJson(agreed.withRoute("a").toJson()).retiring())
                .isTrue();
        assertThat(answer.toJson()).doesNotContain("retiring");
    }

    @Test
    void theNumberOfDetectorsIsReadBack() {
        assertThat(answer.detectors()).isZero();
        assertThat(answer.toJson()).doesNotContain("detectors");
        RegistrationAnswer taking = changed("{\"protocol\"", "{\"detectors\":256,\"protocol\"");
        assertThat(taking.detectors()).isEqualTo(256);
        assertThat(RegistrationAnswer.fromJson(taking.withRoute("a").toJson()).detectors())
                .isEqualTo(256);
        for (String none : List.of("0", "null")) {
            assertThat(changed("{\"protocol\"", "{\"detectors\":" + none + ",\"protocol\""))
                    .isEqualTo(answer);
        }
        for (String wrong : List.of("-1", "257", "[]", "1.5")) {
            assertRefused(
                    ErrorCode.MALFORMED_REQUEST,
                    () -> changed("{\"protocol\"", "{\"detectors\":" + wrong + ",\"protocol\""));
        }
    }

    @Test
    void unknownFieldsAreIgnored() {
        assertThat(changed("{\"protocol\"", "{\"later\":{},\"protocol\"")).isEqualTo(answer);
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            value = {
                "\"protocol\":1, \"protocol\":2, unsupported-version",
                "4f1c2d1e-8a3b-4c5d-9e6f-0123456789ab, 4F1C2D1E-8A3B-4C5D-9E6F-0123456789AB, malformed-request",
                "4f1c2d1e-8a3b-4c5d-9e6f-0123456789ab, not a UUID, malformed-request",
                "\"keepAliveMillis\":5000, \"keepAliveMillis\":0, malformed-request",
                "\"keepAliveMillis\":5000, \"keepAliveMillis\":86400001, malformed-request",
                "\"missedKeepAlives\":3, \"missedKeepAlives\":0, malformed-request",
                "\"missedKeepAlives\":3, \"missedKeepAlives\":1001, malformed-request",
                "\"graceMillis\":60000, \"graceMillis\":-1, malformed-request",
                "\"reorderWindow\":64, \"reorderWindow\":0, malformed-request",
                "\"reorderWindow\":64, \"reorderWindow\":1048577, malformed-request",
                "\"hostNanos\":-1, \"hostNanos\":9223372036854775808, malformed-request",
                "\"nextSequence\":0, \"nextSequence\":-1, malformed-request",
                "\"nextSequence\":0, \"nextSequence\":72057594037927936, malformed-request",
                "\"groups\":, \"group\":, malformed-request",
            })
    void violatedRuleGivesItsError(String from, String to, String token) {
        assertRefused(ErrorCode.ofToken(token).orElseThrow(), () -> changed(from, to));
    }

    @ParameterizedTest
    @ValueSource(strings = {"interconnects/4f1c", "a", "a/b/c.d", "~x/a_b-c", "a/..b", "a/b..", "..."})
    void surrogateIsBelowTheBaseUrl(String url) {
        assertThat(answer(url, 64, 0).surrogate()).isEqualTo(url);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "/",
                "/a",
                "a/",
                "a//b",
                "//evil.example/a",
                "http://evil.example/",
                "https:a",
                "..",
                ".",
                "../a",
                "a/../b",
                "a/..",
                "a/./b",
                "a?b",
                "a#b",
                "a%2e%2e",
                "a b",
                "a\\b",
                "ä",
                "a\n"
            })
    void surrogateOutsideTheBaseUrlIsRefused(String url) {
        assertRefused(ErrorCode.MALFORMED_REQUEST, () -> answer(url, 64, 0))
                .hasMessageStartingWith("registration answer: surrogate '");
    }

    @Test
    void surrogateHasALimit() {
        assertThat(answer("x".repeat(255), 64, 0).surrogate()).hasSize(255);
        assertRefused(ErrorCode.MALFORMED_REQUEST, () -> answer("x".repeat(256), 64, 0));
    }

    @Test
    void fieldsAreCheckedWithoutADocumentAsWell() {
        assertRefused(ErrorCode.MALFORMED_REQUEST, () -> answer("a", 0, 0))
                .hasMessage("registration answer: reorderWindow 0 is outside 1 to 1048576");
        assertRefused(ErrorCode.MALFORMED_REQUEST, () -> new GroupState("g", "c", -1));
        assertRefused(
                ErrorCode.MALFORMED_REQUEST,
                () -> new RegistrationAnswer(
                        answer.interconnect(), "a", Duration.ofMillis(1), 1, Duration.ZERO, 1, 0, List.of()));
        assertRefused(
                ErrorCode.MALFORMED_REQUEST,
                () -> new RegistrationAnswer(
                        answer.interconnect(), "a", Duration.ZERO, 1, Duration.ZERO, 1, 0, answer.groups()));
    }

    private static RegistrationAnswer answer(String surrogate, int reorderWindow, long nextSequence) {
        return new RegistrationAnswer(
                UUID.fromString("4f1c2d1e-8a3b-4c5d-9e6f-0123456789ab"),
                surrogate,
                Duration.ofSeconds(5),
                3,
                Duration.ofSeconds(60),
                reorderWindow,
                -1,
                List.of(
                        new GroupState("ecg", "packetizer(units=90)", 0),
                        new GroupState("t", "packetizer", nextSequence)));
    }

    private RegistrationAnswer changed(String from, String to) {
        String json = answer.toJson();
        assertThat(json).contains(from);
        return RegistrationAnswer.fromJson(json.replace(from, to));
    }

    @Test
    void addingIsReadBack() {
        assertThat(answer.adding()).isFalse();
        RegistrationAnswer agreed = changed("{\"protocol\"", "{\"adding\":true,\"protocol\"");
        assertThat(agreed.adding()).isTrue();
        assertThat(RegistrationAnswer.fromJson(agreed.withRoute("a").toJson()).adding())
                .isTrue();
        assertThat(answer.toJson()).doesNotContain("adding");
    }
}
