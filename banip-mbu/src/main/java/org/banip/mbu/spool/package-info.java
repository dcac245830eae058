/**
 * The spool: packets and gaps in memory from the moment they are made until the surrogate host has stored them.
 *
 * <p>Flows in: payloads from the encoding thread, acknowledgements from whichever thread reads them. Flows out: packets and gaps
 * in sequence, the most urgent group first, to the sending thread; the same ones again after a break.
 */
@NullMarked
package org.banip.mbu.spool;

import org.jspecify.annotations.NullMarked;
