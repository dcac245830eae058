/**
 * Exports: a recording in the files of researchers' tools, CSV and WFDB (docs/store.md, "Exports"). {@link
 * org.banip.recordings.export.RecordingWriter} is the SPI for other formats.
 *
 * <p>Flows in: an {@link org.banip.recordings.export.ExportSource}, read once or twice as a stream. Flows out: files that
 * appear complete or not at all. Everything runs on the caller's thread.
 */
@NullMarked
package org.banip.recordings.export;

import org.jspecify.annotations.NullMarked;
