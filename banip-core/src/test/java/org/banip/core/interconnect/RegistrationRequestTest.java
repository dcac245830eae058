package org.banip.core.interconnect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.banip.core.testing.Refusals.assertRefused;

import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.banip.core.error.ErrorCode;
import org.banip.core.testing.Bans;
import org.banip.core.testing.Page;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The rules of docs/protocol.md, section 3, for a registration. */
class RegistrationRequestTest {
    private static final UUID SESSION = UUID.fromString("4f1c2d1e-8a3b-4c5d-9e6f-0123456789ab");

    private final RegistrationRequest request = RegistrationRequest.builder(
                    SESSION, "packetizer|deflate", Bans.example())
            .groupChains(Map.of("ecg", "packetizer"))
            .build();

    @Test
    void documentIsReadBack() {
        assertThat(RegistrationRequest.fromJson(request.toJson())).isEqualTo(request);
        assertThat(request.chainOf("ecg")).isEqualTo("packetizer");
        assertThat(request.chainOf("temperature")).isEqualTo("packetizer|deflate");
    }

    @Test
    void groupChainsAreOptional() {
        RegistrationRequest plain = RegistrationRequest.builder(SESSION, "packetizer", Bans.example())
                .build();

        assertThat(plain.toJson()).doesNotContain("groupChains");
        assertThat(RegistrationRequest.fromJson(plain.toJson())).isEqualTo(plain);
        assertThat(changed("\"groupChains\":{\"ecg\":\"packetizer\"}", "\"groupChains\":null")
                        .groupChains())
                .isEmpty();
    }

    @Test
    void acknowledgementsMayWaitIfTheDocumentSaysSo() {
        assertThat(request.toJson()).doesNotContain("acknowledgeWithinMillis");
        assertThat(request.acknowledgeWithin()).isZero();
        RegistrationRequest waiting = changed("{\"protocol\"", "{\"acknowledgeWithinMillis\":500,\"protocol\"");
        assertThat(waiting.acknowledgeWithin()).hasMillis(500);
        assertThat(RegistrationRequest.fromJson(waiting.toJson())).isEqualTo(waiting);
        for (String wrong : List.of("-1", "10001", "0.5", "\"500\"")) {
            assertRefused(
                    ErrorCode.MALFORMED_REQUEST,
                    () -> changed("{\"protocol\"", "{\"acknowledgeWithinMillis\":" + wrong + ",\"protocol\""));
        }
    }

    @Test
    void groupsMayBeRetiredIfBothSay() {
        assertThat(request.retiring()).isFalse();
        assertThat(request.toJson()).doesNotContain("retiring");
        RegistrationRequest retiring = changed("{\"protocol\"", "{\"retiring\":true,\"protocol\"");
        assertThat(retiring.retiring()).isTrue();
        assertThat(RegistrationRequest.fromJson(retiring.toJson())).isEqualTo(retiring);
        for (String no : List.of("false", "null")) {
            assertThat(changed("{\"protocol\"", "{\"retiring\":" + no + ",\"protocol\""))
                    .isEqualTo(request);
        }
        for (String wrong : List.of("1", "\"true\"", "{}")) {
            assertRefused(
                    ErrorCode.MALFORMED_REQUEST,
                    () -> changed("{\"protocol\"", "{\"retiring\":" + wrong + ",\"protocol\""));
        }
    }

    @Test
    void detectorsMayBeDeclared() throws IOException {
        assertThat(request.toJson()).doesNotContain("detectors");
        assertThat(request.detectors()).isEmpty();
        String example = Page.named("protocol.md")
                .section("### 3.9 ")
                .blocks("json")
                .get(0)
                .strip();
        String field = example.substring(1, example.length() - 1);
        RegistrationRequest declaring = changed("{\"protocol\"", "{" + field + ",\"protocol\"");
        assertThat(declaring.detectors()).hasSize(2);
        assertThat(declaring.detectors().get(1))
                .isEqualTo("{\"name\":\"fever\",\"kind\":\"threshold\",\"group\":\"temperature\",\"channel\":\"skin\","
                        + "\"above\":39.5,\"hysteresis\":0.5}");
        assertThat(RegistrationRequest.fromJson(declaring.toJson())).isEqualTo(declaring);
        assertThat(RegistrationRequest.fromJson(declaring.of(UUID.randomUUID()).toJson())
                        .detectors())
                .isEqualTo(declaring.detectors());
        for (String none : List.of("[]", "null")) {
            assertThat(changed("{\"protocol\"", "{\"detectors\":" + none + ",\"protocol\""))
                    .isEqualTo(request);
        }
        for (String wrong : List.of("{}", "1", "\"x\"", "[1]", "[{},null]", "[[]]", "[{\"a\":{\"b\":[1e400]}}]")) {
            assertRefused(
                    ErrorCode.MALFORMED_REQUEST,
                    () -> changed("{\"protocol\"", "{\"detectors\":" + wrong + ",\"protocol\""));
        }
        String most = "{},".repeat(RegistrationRequest.MAX_DETECTORS - 1) + "{}";
        assertThat(changed("{\"protocol\"", "{\"detectors\":[" + most + "],\"protocol\"")
                        .detectors())
                .hasSize(RegistrationRequest.MAX_DETECTORS);
        assertRefused(
                        ErrorCode.INVALID_DESCRIPTION,
                        () -> changed("{\"protocol\"", "{\"detectors\":[" + most + ",{}],\"protocol\""))
                .hasMessage("the BAN declares 257 detectors, allowed are 256");
        assertRefused(
                ErrorCode.MALFORMED_REQUEST,
                () -> request.toBuilder().detectors(List.of("{}]")).build());
    }

    @Test
    void aReorderWindowMayBeWanted() {
        assertThat(request.toJson()).doesNotContain("reorder");
        RegistrationRequest wanting =
                changed("{\"protocol\"", "{\"reorder\":{\"bytes\":1000,\"millis\":500},\"protocol\"");
        assertThat(wanting.reorder()).contains(new ReorderWindow(1000, Duration.ofMillis(500)));
        assertThat(RegistrationRequest.fromJson(wanting.toJson())).isEqualTo(wanting);
        assertThat(changed("{\"protocol\"", "{\"reorder\":null,\"protocol\"").reorder())
                .isEmpty();
        for (String wrong : List.of(
                "5",
                "{}",
                "{\"bytes\":1000}",
                "{\"bytes\":0,\"millis\":500}",
                "{\"bytes\":1073741825,\"millis\":500}",
                "{\"bytes\":1000,\"millis\":0}",
                "{\"bytes\":1000,\"millis\":3600001}")) {
            assertRefused(
                    ErrorCode.MALFORMED_REQUEST,
                    () -> changed("{\"protocol\"", "{\"reorder\":" + wrong + ",\"protocol\""));
        }
    }

    @Test
    void groupChainsAreCopied() {
        Map<String, String> mine = new HashMap<>(Map.of("ecg", "packetizer"));
        RegistrationRequest copied = RegistrationRequest.builder(SESSION, "packetizer", Bans.example())
                .groupChains(mine)
                .build();
        mine.clear();

        assertThat(copied.groupChains()).containsOnlyKeys("ecg");
    }

    @Test
    void unknownFieldsAreIgnored() {
        assertThat(changed("{\"protocol\"", "{\"later\":[{\"x\":1}],\"protocol\""))
                .isEqualTo(request);
        assertThat(changed("{\"label\":\"skin\"", "{\"later\":true,\"label\":\"skin\""))
                .isEqualTo(request);
    }

    @Test
    void versionIsCheckedFirst() {
        assertRefused(ErrorCode.UNSUPPORTED_VERSION, () -> RegistrationRequest.fromJson("{\"protocol\": 2}"))
                .hasMessage("protocol 2 is not spoken here, 1 is");
        assertRefused(ErrorCode.UNSUPPORTED_VERSION, () -> RegistrationRequest.fromJson("{\"protocol\": 0}"));
        assertRefused(
                ErrorCode.UNSUPPORTED_VERSION,
                () -> RegistrationRequest.fromJson("{\"protocol\": 9223372036854775807}"));
        assertRefused(ErrorCode.MALFORMED_REQUEST, () -> RegistrationRequest.fromJson("{\"protocol\": \"1\"}"));
        assertRefused(ErrorCode.MALFORMED_REQUEST, () -> RegistrationRequest.fromJson("{}"));
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            value = {
                "\"4f1c2d1e-8a3b-4c5d-9e6f-0123456789ab\", 5, malformed-request",
                "4f1c2d1e-8a3b, 4F1C2D1E-8A3B, malformed-request",
                "4f1c2d1e-8a3b-4c5d-9e6f-0123456789ab, 1-1-4000-8000-1, malformed-request",
                "4f1c2d1e-8a3b-4c5d-9e6f-0123456789ab, x, malformed-request",
                "-4c5d-, -1c5d-, malformed-request", // a UUID, but not a random one
                "-9e6f-, -1e6f-, malformed-request", // of another variant
                "\"standard\", \"\", malformed-request",
                "\"chain\":, \"link\":, malformed-request",
                "{\"ecg\":\"packetizer\"}, {\"emg\":\"packetizer\"}, unknown-group",
                "{\"ecg\":\"packetizer\"}, {\"ecg\":5}, malformed-request",
                "\"ban-17\", \"ban 17\", invalid-description",
                "\"name\":\"ecg\", \"name\":\"ECG\", invalid-description",
                "\"name\":\"temperature\", \"name\":\"ecg\", invalid-description",
                "\"frequencyHz\":\"360\", \"frequencyHz\":360, malformed-request",
                "\"frequencyHz\":\"360\", \"frequencyHz\":\"0\", invalid-description",
                "\"frequencyHz\":\"1/60\", \"frequencyHz\":\"0.0166666666667\", invalid-description",
                "\"serviceClass\":\"live\", \"serviceClass\":\"LIVE\", invalid-description",
                "\"latencyBoundMillis\":1000, \"latencyBoundMillis\":0, invalid-description",
                "\"latencyBoundMillis\":1000, \"latencyBoundMillis\":86400001, invalid-description",
                "\"latencyBoundMillis\":1000, \"latencyBoundMillis\":-9223372036854775808, invalid-description",
                "\"latencyBoundMillis\":1000, \"latencyBoundMillis\":0.5, malformed-request",
                "\"label\":\"skin\", \"label\":\"\", invalid-description",
                "\"label\":\"skin\", \"label\":\"\\u0007\", invalid-description",
                "\"label\":\"skin\", \"label\":\"\\ud83d\", malformed-request",
                "\"bits\":12, \"bits\":33, invalid-description",
                "\"digitalMax\":4000, \"digitalMax\":0, invalid-description",
                "\"digitalMax\":4000, \"digitalMax\":2147483648, invalid-description",
                "\"physicalMax\":50.0, \"physicalMax\":10, invalid-description",
                "\"digitalMax\":4000, \"digitalMax\":9223372036854775808, invalid-description",
                "\"digitalMax\":4000, \"digitalMax\":4000.5, malformed-request",
                "\"bits\":12, \"bits\":4294967308, invalid-description",
                "\"latencyBoundMillis\":1000, \"latencyBoundMillis\":1e30, invalid-description",
                "\"physicalMax\":50.0, \"physicalMax\":1e400, invalid-description",
                "\"physicalMax\":50.0, \"physicalMax\":NaN, malformed-request",
            })
    void violatedRuleGivesItsError(String from, String to, String token) {
        assertRefused(ErrorCode.ofToken(token).orElseThrow(), () -> changed(from, to));
    }

    @Test
    void surrogateTypeHasALimit() {
        String longest = "💓".repeat(RegistrationRequest.MAX_SURROGATE_TYPE);

        assertThat(changed("standard", longest).surrogateType()).isEqualTo(longest);
        assertRefused(ErrorCode.MALFORMED_REQUEST, () -> changed("standard", longest + "x"))
                .hasMessage("surrogate type of 1025 characters, allowed are 1 to 1024");
    }

    @Test
    void receivedDocumentHasALimitAndIsUtf8() {
        assertThat(Protocol.documentText(new byte[] {'{', '}'})).isEqualTo("{}");
        assertThat(Protocol.documentText(new byte[Protocol.MAX_DOCUMENT])).hasSize(Protocol.MAX_DOCUMENT);
        assertRefused(ErrorCode.TOO_LONG, () -> Protocol.documentText(new byte[Protocol.MAX_DOCUMENT + 1]));
        assertRefused(ErrorCode.MALFORMED_REQUEST, () -> Protocol.documentText(new byte[] {'{', '"', -1, '"', '}'}));
    }

    private RegistrationRequest changed(String from, String to) {
        String json = request.toJson();
        assertThat(json).contains(from);
        return RegistrationRequest.fromJson(json.replace(from, to));
    }

    @Test
    void groupsMayBeAddedIfBothSay() {
        assertThat(request.adding()).isFalse();
        assertThat(request.toJson()).doesNotContain("adding");
        RegistrationRequest adding = changed("{\"protocol\"", "{\"adding\":true,\"protocol\"");
        assertThat(adding.adding()).isTrue();
        assertThat(RegistrationRequest.fromJson(adding.toJson())).isEqualTo(adding);
        for (String no : List.of("false", "null")) {
            assertThat(changed("{\"protocol\"", "{\"adding\":" + no + ",\"protocol\""))
                    .isEqualTo(request);
        }
        for (String wrong : List.of("1", "\"true\"", "{}")) {
            assertRefused(
                    ErrorCode.MALFORMED_REQUEST,
                    () -> changed("{\"protocol\"", "{\"adding\":" + wrong + ",\"protocol\""));
        }
    }
}
