/**
 * The signals that an MBU can stream: a recording or a generated ECG, cut to a length, and digested when it is read;
 * and where its device is.
 *
 * <p>Flows in: files, or nothing. Flows out: sensors, read on the MBU's sensing thread, and a forecast for the MBU's paths.
 */
@NullMarked
package org.banip.app.source;

import org.jspecify.annotations.NullMarked;
