/**
 * CoAP: one confirmable POST for each packet, in blocks if it is large, on Californium.
 *
 * <p>Flows in: packets. Flows out: the same, at least once. Threads: one that posts, Californium's.
 */
@NullMarked
package org.banip.measure.peer.coap;

import org.jspecify.annotations.NullMarked;
