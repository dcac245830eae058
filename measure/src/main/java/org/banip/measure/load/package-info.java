/**
 * {@code banip measure load}: many MBUs at a surrogate host or through a broker.
 *
 * <p>Flows in: how many MBUs, at which rate, for how long. Flows out: a row of results for each step. The thread that calls {@link
 * org.banip.measure.load.LoadExperiment} starts servers and load processes, reads what the system says of them, and ends them.
 */
@NullMarked
package org.banip.measure.load;

import org.jspecify.annotations.NullMarked;
