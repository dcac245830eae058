package org.banip.recordings.export;

/**
 * Writes recordings in a format of the field. A provider is found by {@link java.util.ServiceLoader}, needs a public constructor
 * without parameters, and may be used on any thread.
 */
public interface RecordingWriter {
    /** The format's name, for example {@code csv}: lower case, different from all others. */
    String format();

    /**
     * Whether {@link #write} also takes a target with a {@linkplain ExportTarget#sink sink}: it writes one file after the other, from the beginning to
     * the end.
     */
    default boolean streams() {
        return false;
    }

    /**
     * Writes the files; none appears under its name before all are complete.
     *
     * @throws org.banip.core.error.BanipException {@code MALFORMED_REQUEST} if a file exists and may not be overwritten, {@code
     *     STORAGE_UNAVAILABLE} if the source cannot be read or the files not written
     */
    ExportReport write(ExportSource recording, ExportTarget target);
}
