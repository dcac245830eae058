/**
 * How well emulated links do what their settings say, measured from end to end with sockets in their hosts.
 *
 * <p>Flows in: a profile. Flows out: a table of what was expected, what was measured, and the error. A check has a network of its own; those
 * of slow links run at the same time, each on a thread {@code banip-accuracy}.
 */
@NullMarked
package org.banip.measure.accuracy;

import org.jspecify.annotations.NullMarked;
