/** Readers of recordings in the formats of the field: WFDB, EDF, BDF and text (docs/recordings.md). */
module org.banip.recordings {
    requires transitive org.banip.core;
    requires static org.jspecify;

    exports org.banip.recordings;
}
