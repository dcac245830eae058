/**
 * Detectors of what beats tell: heart rate and asystole.
 *
 * <p>Flows in: one or more leads of an ECG. Flows out: conditions {@code asystole}, {@code fast} and {@code slow}. The thread of the group.
 */
@NullMarked
package org.banip.alerts.rhythm;

import org.jspecify.annotations.NullMarked;
