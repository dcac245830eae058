package org.banip.surrogate.viewer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.banip.recordings.export.CsvExport;
import org.banip.surrogate.store.TimeRange;
import org.junit.jupiter.api.Test;

/** Which session the beginning of an id means. */
class ExportQueryTest {
    private static final UUID FIRST = UUID.fromString("4f1c2d1e-8a3b-4c5d-9e6f-0123456789ab");
    private static final UUID SECOND = UUID.fromString("4f1c2d1e-9a3b-4c5d-9e6f-0123456789ab");

    private static ExportQuery query(String beginning) {
        return new ExportQuery(
                new CsvExport(CsvExport.Time.ISO, CsvExport.Value.PHYSICAL),
                TimeRange.parse("", Optional.empty(), Optional.empty()),
                Optional.of(beginning),
                Optional.empty());
    }

    @Test
    void aBeginningOfSeveralSessionsIsRefused() {
        assertThat(query("4f1c2d1e-9").among(Stream.of(FIRST, SECOND)).session())
                .contains(SECOND);
        assertThatThrownBy(() -> query("4f1c2d1e").among(Stream.of(FIRST, SECOND)))
                .hasMessage("2 sessions begin with 4f1c2d1e: " + FIRST + ", " + SECOND);
    }
}
