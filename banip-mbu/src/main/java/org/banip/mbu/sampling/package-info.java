/**
 * When sensor sets are due and which instant they carry: the clock and the schedule.
 *
 * <p>Flows in: unit numbers and the time. Flows out: instants. Immutable, any thread.
 */
@NullMarked
package org.banip.mbu.sampling;

import org.jspecify.annotations.NullMarked;
