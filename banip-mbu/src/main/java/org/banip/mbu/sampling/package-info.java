/**
 * The clock and the schedule of sampling: when sensor sets are due, and their instants.
 *
 * <p>Flows in: unit numbers and the time. Flows out: instants. Immutable, any thread.
 */
@NullMarked
package org.banip.mbu.sampling;

import org.jspecify.annotations.NullMarked;
