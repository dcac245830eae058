/**
 * Compares the packets that uplinks send with the overhead model, packet for packet.
 *
 * <p>Flows in: a capture of a run's packets, and the model's bytes. Flows out: each packet by name, its headers and TCP options, the
 * difference from the model and its reason. One thread.
 */
@NullMarked
package org.banip.measure.overhead.wire;

import org.jspecify.annotations.NullMarked;
