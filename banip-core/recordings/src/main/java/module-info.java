/**
 * Readers and writers of recordings in the formats of the field: WFDB, EDF, BDF, CSV and text (docs/recordings.md). Other modules add
 * writers by {@code ServiceLoader}.
 */
module org.banip.recordings {
    requires transitive org.banip.core;
    requires org.slf4j;
    requires static org.jspecify;

    exports org.banip.recordings;
    exports org.banip.recordings.export;

    provides org.banip.recordings.export.RecordingWriter with
            org.banip.recordings.export.CsvExport,
            org.banip.recordings.export.WfdbExport;
}
