/**
 * What the fault suite uses of the machine: processes that it kills and stops, small disks, a database, and clocks that jump.
 *
 * <p>Flows in: commands of an arrangement. Flows out: processes, and the errors of those that end at their start. Threads: the caller's.
 */
@NullMarked
package org.banip.measure.faults.machine;

import org.jspecify.annotations.NullMarked;
