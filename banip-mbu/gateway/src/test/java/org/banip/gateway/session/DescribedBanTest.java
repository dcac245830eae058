package org.banip.gateway.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Descriptions that a gateway reads, and their misspelt fields. */
class DescribedBanTest {
    private static final String SCALE = """
            {"id": "home-17", "groups": [
              {"name": "weight", "values": "physical", "frequencyHz": "1/60", "serviceClass": "live", "latencyBoundMillis": 100,
               "channels": [
                {"label": "kg", "unit": "kg", "bits": 16, "digitalMin": 0, "digitalMax": 30000, "physicalMin": 0, "physicalMax": 300}]}]}
            """;

    @Test
    void aDescriptionWithoutMistakesIsRead() {
        DescribedBan read = DescribedBan.fromJson(SCALE);
        assertThat(read.ban().id()).isEqualTo("home-17");
        assertThat(read.physical()).containsExactly("weight");
    }

    /** A misspelt field that must be there is named, too, rather than that one is missing. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"values\" | \"value\" | group 'weight': field 'value' is unknown, allowed are "
                        + "channels, frequencyHz, latencyBoundMillis, name, serviceClass, values",
                "\"name\" | \"nmae\" | group 1: field 'nmae' is unknown, allowed are "
                        + "channels, frequencyHz, latencyBoundMillis, name, serviceClass, values",
                "\"id\" | \"owner\": 1, \"id\" | BAN: field 'owner' is unknown, allowed are groups, id",
                "\"physicalMax\" | \"physicalmax\" | group 'weight', channel 'kg': field 'physicalmax' is unknown, "
                        + "allowed are bits, digitalMax, digitalMin, label, physicalMax, physicalMin, unit"
            })
    void aFieldThatIsUnknownIsNamedWithThoseThatAreAllowed(String right, String wrong, String said) {
        assertThatThrownBy(() -> DescribedBan.fromJson(SCALE.replace(right, wrong)))
                .isInstanceOfSatisfying(
                        BanipException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_DESCRIPTION))
                .hasMessage(said);
    }

    /** Whoever is refused has to find out what to change. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1/60 | 1/30 | group weight: 1/60 Hz, now 1/30 Hz",
                "live | bulk | group weight: service class live, now bulk",
                "Millis\": 100 | Millis\": 200 | group weight: latency bound 100 ms, now 200 ms",
                "30000, | 20000, | group weight: other channels",
                "physical\", | digital\", | group weight: digital or physical values",
                "name\": \"weight | name\": \"mass | group 1 is weight, now mass"
            })
    void theFirstDifferenceIsTold(String known, String now, String said) {
        assertThat(SCALE).contains(known);
        assertThat(DescribedBan.fromJson(SCALE).differenceTo(DescribedBan.fromJson(SCALE.replace(known, now))))
                .isEqualTo(said);
    }

    @Test
    void anErrorInAFileNamesTheFile(@TempDir Path directory) throws IOException {
        Path file = Files.writeString(directory.resolve("scale.json"), SCALE.replace("\"values\"", "\"value\""));
        assertThatThrownBy(() -> DescribedBan.readFile(file))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(file + ": group 'weight': field 'value' is unknown");
    }
}
