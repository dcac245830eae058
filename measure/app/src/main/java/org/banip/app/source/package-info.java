/**
 * The signals that an MBU can stream: a recording or a generated ECG, cut to a length, and digested when it is read.
 *
 * <p>Flows in: a file, or nothing. Flows out: sensors, read on the MBU's sensing thread.
 */
@NullMarked
package org.banip.app.source;

import org.jspecify.annotations.NullMarked;
