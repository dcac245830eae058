package org.banip.recordings;

/** How a recording is stored. */
public enum RecordingFormat {
    /** A WFDB header with its signal files: PhysioNet's format. */
    WFDB,
    /** European Data Format, plain or EDF+C: 16-bit samples. */
    EDF,
    /** BioSemi's variant of EDF: 24-bit samples. */
    BDF,
    /** Rows of decimal numbers. */
    TEXT
}
