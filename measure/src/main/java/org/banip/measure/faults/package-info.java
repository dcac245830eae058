/**
 * The fault suite (docs/faults.md): real processes, faults that are drawn from a seed, and the proof that nothing was lost, doubled or out of order.
 *
 * <p>Flows in: settings. Flows out: a result for each round, and a table of all. Threads: one for each arrangement, and the caller's, which reports.
 */
@NullMarked
package org.banip.measure.faults;

import org.jspecify.annotations.NullMarked;
