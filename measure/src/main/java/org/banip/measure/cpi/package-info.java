/**
 * The critical performance indicators of the BANip thesis (2003): transfer capacity, BAN data latency and exact delivery, measured over
 * emulated links.
 *
 * <p>Flows in: settings of runs, see {@link org.banip.measure.cpi.PlannedRun}. Flows out: a row of results for each, and below the results
 * folder each sensor set's delivery. Several runs go on at the same time, each on a thread and in an emulated network of its own.
 */
@NullMarked
package org.banip.measure.cpi;

import org.jspecify.annotations.NullMarked;
