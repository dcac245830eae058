/**
 * Computes the bytes of packets on the wire: the thesis's model of IP, TCP and HTTP around a payload.
 *
 * <p>Flows in: payload sizes. Flows out: packets and bytes each way. Immutable, any thread.
 */
@NullMarked
package org.banip.measure.overhead;

import org.jspecify.annotations.NullMarked;
