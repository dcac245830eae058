/**
 * How much each method saves on a folder of recordings.
 *
 * <p>Flows in: recordings. Flows out: rows, each of one recording, method and packet length, decoded again and compared byte for
 * byte; and the recordings that could not be read, with why. One thread per processor measures; the caller waits until all of them
 * have ended and gets their progress.
 */
@NullMarked
package org.banip.measure.compression;

import org.jspecify.annotations.NullMarked;
