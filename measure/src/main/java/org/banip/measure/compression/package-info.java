/**
 * How much each method saves on a folder of recordings.
 *
 * <p>Flows in: recordings. Flows out: rows, each of one recording, method and packet length, decoded again and compared byte for
 * byte. One thread per processor measures; whoever asked waits for them.
 */
@NullMarked
package org.banip.measure.compression;

import org.jspecify.annotations.NullMarked;
