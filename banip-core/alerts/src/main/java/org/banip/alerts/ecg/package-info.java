/**
 * Beats in an ECG.
 *
 * <p>Flows in: the samples of one lead. Flows out: a call for each beat, of {@link org.banip.alerts.ecg.BeatListener}. Whole numbers only, so every
 * platform finds the same beats. The thread of the group.
 */
@NullMarked
package org.banip.alerts.ecg;

import org.jspecify.annotations.NullMarked;
