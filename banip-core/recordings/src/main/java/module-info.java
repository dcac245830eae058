/**
 * Readers and writers of recordings in the formats of the field: WFDB, EDF, BDF, CSV and text (docs/recordings.md). Other modules add
 * readers and writers by {@code ServiceLoader}.
 */
module org.banip.recordings {
    requires transitive org.banip.core;
    requires org.slf4j;
    requires static org.jspecify;

    exports org.banip.recordings;
    exports org.banip.recordings.export;

    uses org.banip.recordings.RecordingReader;

    provides org.banip.recordings.RecordingReader with
            org.banip.recordings.WfdbReader,
            org.banip.recordings.EdfReader,
            org.banip.recordings.TextReader;
    provides org.banip.recordings.export.RecordingWriter with
            org.banip.recordings.export.CsvExport,
            org.banip.recordings.export.WfdbExport;
}
