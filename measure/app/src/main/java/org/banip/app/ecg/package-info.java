/**
 * A sensor that makes an ECG: for demonstrations, and for measurements without a recording.
 *
 * <p>Flows in: a seed and what the ECG is to look like. Flows out: sensor sets, the same ones each time. Belongs to the thread that reads.
 */
@NullMarked
package org.banip.app.ecg;

import org.jspecify.annotations.NullMarked;
