/**
 * Detectors of what is not there: a silent sensor, an electrode that is off.
 *
 * <p>Flows in: the sensor sets of a group, gaps and the time. Flows out: conditions {@code silent} and {@code lead-off}. The thread of the group.
 */
@NullMarked
package org.banip.alerts.presence;

import org.jspecify.annotations.NullMarked;
