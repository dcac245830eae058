/**
 * Detectors of values: thresholds, sudden changes, trends.
 *
 * <p>Flows in: one channel. Flows out: conditions {@code above}, {@code below}, {@code rise}, {@code fall}, {@code rising}, {@code falling}. The
 * thread of the group.
 */
@NullMarked
package org.banip.alerts.level;

import org.jspecify.annotations.NullMarked;
