/**
 * Comparison of BANip with alternatives: the same signal over the same link into the same store, in the same run.
 *
 * <p>Flows in: a signal, links, names of peers. Flows out: rows of results and a table. One thread for each current run; the measured programs run
 * in processes of their own.
 */
@NullMarked
package org.banip.measure.peer;

import org.jspecify.annotations.NullMarked;
