/**
 * The spool: packets and gaps in memory until the surrogate host has stored them.
 *
 * <p>Flows in: payloads from the encoding thread, acknowledgements from the thread that reads them. Flows out: packets and gaps to the links'
 * threads, in sequence and the most urgent group first. After a break the same items flow out again.
 */
@NullMarked
package org.banip.mbu.spool;

import org.jspecify.annotations.NullMarked;
