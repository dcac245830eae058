/**
 * {@code packetizer}: groups consecutive sensor sets into packets, by count and by time (docs/transcoders.md).
 *
 * <p>Flows in: blocks of any number of sensor sets. Flows out: blocks of one packet each. The thread of the chain.
 */
@NullMarked
package org.banip.transcoders.packetizer;

import org.jspecify.annotations.NullMarked;
