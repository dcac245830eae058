/**
 * What an MBU is to stream: a recording or a generated ECG, cut to a length, digested as it is read.
 *
 * <p>Flows in: a file, or nothing. Flows out: sensors, read on the MBU's sensing thread.
 */
@NullMarked
package org.banip.app.source;

import org.jspecify.annotations.NullMarked;
