/**
 * Detectors of movement: falls.
 *
 * <p>Flows in: three channels of acceleration. Flows out: condition {@code fall}. The thread of the group.
 */
@NullMarked
package org.banip.alerts.motion;

import org.jspecify.annotations.NullMarked;
