package org.banip.core.ban;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.interconnect.BanDescriptionJson;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The units of groups of events (docs/protocol.md, sections 1.3 and 3.5). */
class EventUnitsTest {
    private static final List<Channel> KIND = Collections.singletonList(new Channel("kind", "", 16, 0, 1000, 0, 1000));

    private static SensorGroup sampled() {
        return new SensorGroup("e", Frequency.ofHz(10), ServiceClass.LIVE, Duration.ofSeconds(1), KIND);
    }

    @Test
    void aUnitIsInstantSamplesAndText() {
        SampleLayout layout = new SampleLayout(sampled().withEvents(5));
        byte[] units = new byte[2 * layout.setBytes()];
        layout.writeInstant(units, 15, 0x0102030405060708L);
        layout.write(units, 15, 0, 0x0a0b & 0x3ff);
        layout.writeText(units, 15, "fä");
        assertThat(layout.setBytes()).isEqualTo(15);
        assertThat(Arrays.copyOfRange(units, 15, 30))
                .containsExactly(
                        8,
                        7,
                        6,
                        5,
                        4,
                        3,
                        2,
                        1, // instant, little-endian
                        0x0b,
                        2, // sample
                        'f',
                        (byte) 0xc3,
                        (byte) 0xa4,
                        0,
                        0); // text and zeros
        assertThat(layout.instantNanos(units, 15, 5, 6)).isEqualTo(0x0102030405060708L);
        assertThat(layout.text(units, 15)).isEqualTo("fä");
        assertThat(layout.text(units, 0)).isEmpty();
        layout.writeText(units, 15, "");
        assertThat(layout.text(units, 15)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"123456", "ääa", "a\0b", "\ud800", "\0"})
    void refusesTextsThatDoNotFit(String text) {
        SampleLayout layout = new SampleLayout(sampled().withEvents(4));
        assertThatThrownBy(() -> layout.writeText(new byte[14], 0, text))
                .isInstanceOfSatisfying(
                        BanipException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_SAMPLE))
                .hasMessageContaining("allowed are 4 bytes");
    }

    @Test
    void sampledGroupsHaveTheInstantsOfTheirGrid() {
        SampleLayout layout = new SampleLayout(sampled());
        assertThat(layout.setBytes()).isEqualTo(2);
        assertThat(layout.offset(0)).isZero();
        assertThat(layout.instantNanos(new byte[2], 0, 7, 20)).isEqualTo(2_000_000_007L);
        assertThat(layout.text(new byte[2], 0)).isEmpty();
    }

    @Test
    void theDescriptionKeepsThem() {
        BanDescription ban = new BanDescription(
                "ban-1",
                Arrays.asList(
                        sampled().withEvents(40),
                        new SensorGroup("s", Frequency.ofHz(10), ServiceClass.LIVE, Duration.ofSeconds(1), KIND)));
        String json = BanDescriptionJson.toJson(ban);
        assertThat(json).contains("\"events\":{\"textBytes\":40}").containsOnlyOnce("events");
        assertThat(BanDescriptionJson.fromJson(json)).isEqualTo(ban);
        assertThat(BanDescriptionJson.fromJson(json.replace("{\"textBytes\":40}", "null"))
                        .groups()
                        .get(0)
                        .events())
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "1025", "99999999999999999999", "1.5", "\"4\""})
    void refusesOtherLengths(String textBytes) {
        String json = BanDescriptionJson.toJson(new BanDescription(
                        "ban-1", Collections.singletonList(sampled().withEvents(40))))
                .replace("\"textBytes\":40", "\"textBytes\":" + textBytes);
        ErrorCode code = textBytes.contains(".") || textBytes.contains("\"")
                ? ErrorCode.MALFORMED_REQUEST
                : ErrorCode.INVALID_DESCRIPTION;
        assertThatThrownBy(() -> BanDescriptionJson.fromJson(json))
                .isInstanceOfSatisfying(
                        BanipException.class, e -> assertThat(e.code()).isEqualTo(code));
    }

    @Test
    void eventsAreNeitherThinnedNorLate() {
        assertThatThrownBy(() -> sampled().withEvents(0).lateAs("x"))
                .hasMessageContaining("neither thinning nor lateAs");
        SensorGroup late = new SensorGroup("late", Frequency.ofHz(10), ServiceClass.BULK, Duration.ofSeconds(1), KIND)
                .withEvents(0);
        assertThatThrownBy(() ->
                        new BanDescription("ban-1", Arrays.asList(sampled().lateAs("late"), late)))
                .hasMessageContaining("that group has events");
        SensorGroup reduced = new SensorGroup(
                "reduced",
                Frequency.ofHz(5),
                ServiceClass.LIVE,
                Duration.ofSeconds(1),
                KIND,
                Optional.empty(),
                Optional.empty(),
                Optional.of(new EventUnits(0)));
        Thinning as = new Thinning("reduced", Thinning.Kind.SAMPLES, 1);
        assertThatThrownBy(() ->
                        new BanDescription("ban-1", Arrays.asList(sampled().thinned(as), reduced)))
                .hasMessageContaining("that group has events");
    }
}
