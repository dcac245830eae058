/**
 * The two processes of one CPI run: the back-end (surrogate host, broker and a live subscriber) in the wired host's namespace, the MBU in
 * the mobile one's.
 *
 * <p>Flows in: a specification and words on standard input. Flows out: events on standard output, one JSON object a line; and from the
 * back-end the deliveries as a file. Each ends when its standard input does, so neither survives its parent.
 */
@NullMarked
package org.banip.measure.cpi.process;

import org.jspecify.annotations.NullMarked;
