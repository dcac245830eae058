/**
 * Measures how much each method saves on a folder of recordings.
 *
 * <p>Flows in: recordings. Flows out: a row for each recording, method and packet length, and the reasons why recordings
 * could not be read. All coded samples are decoded again and compared byte for byte. One thread per processor measures. The caller waits
 * until all threads have ended, and receives the progress.
 */
@NullMarked
package org.banip.measure.compression;

import org.jspecify.annotations.NullMarked;
