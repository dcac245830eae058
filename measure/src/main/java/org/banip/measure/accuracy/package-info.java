/**
 * Measures how exactly emulated links follow their settings, from end to end, with sockets in the emulated hosts.
 *
 * <p>Flows in: a profile. Flows out: a table of what was expected, what was measured, and the error. Each check has a network of its own. Checks
 * of slow links run at the same time, each on a thread {@code banip-accuracy}.
 */
@NullMarked
package org.banip.measure.accuracy;

import org.jspecify.annotations.NullMarked;
