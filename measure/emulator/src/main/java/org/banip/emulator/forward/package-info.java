/**
 * Runs the queues of a link with real packets and the real clock.
 *
 * <p>Flows in: packets from two TUN devices. Flows out: the same packets, later or not at all, to the other device. One thread per link,
 * {@code banip-link-…}, at real-time priority where that is permitted.
 */
@NullMarked
package org.banip.emulator.forward;

import org.jspecify.annotations.NullMarked;
