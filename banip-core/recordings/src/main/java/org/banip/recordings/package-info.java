/**
 * Recordings in the formats of the field, read as sensors (docs/recordings.md).
 *
 * <p>Flows in: WFDB, EDF, BDF and text files, and those of other formats that have a {@link org.banip.recordings.RecordingReader}. Flows out:
 * sensor groups and one {@link org.banip.recordings.RecordedSamples} for each, with every sample as the file has it. A {@link
 * org.banip.recordings.Recording} is immutable and holds no file open; each of its sensors has its own, and belongs to one thread at a time.
 */
@NullMarked
package org.banip.recordings;

import org.jspecify.annotations.NullMarked;
