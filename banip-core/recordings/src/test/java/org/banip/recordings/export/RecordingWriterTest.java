package org.banip.recordings.export;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;

class RecordingWriterTest {
    @Test
    void writersOfThisModuleAreFoundByTheirFormat() {
        assertThat(ServiceLoader.load(RecordingWriter.class))
                .extracting(RecordingWriter::format)
                .containsExactlyInAnyOrder("csv", "wfdb");
    }
}
