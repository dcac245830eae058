/**
 * Alerts in the fault suite: a detector of the host on the signal of the suite, whom it tells, and whether each step came.
 */
@NullMarked
package org.banip.measure.faults.alert;

import org.jspecify.annotations.NullMarked;
