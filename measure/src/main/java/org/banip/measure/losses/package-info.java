/**
 * What BANip and its peers lose when a process is killed, a link fails or a disk is full (docs/faults.md).
 *
 * <p>Flows in: products and faults. Flows out: for each of both, how many samples were lost, doubled, and declared as lost. Threads: one for each run
 * at the same time, and the relay's.
 */
@NullMarked
package org.banip.measure.losses;

import org.jspecify.annotations.NullMarked;
