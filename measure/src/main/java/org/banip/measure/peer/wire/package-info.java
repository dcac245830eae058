/**
 * Formats of packets for BANip's peers.
 *
 * <p>Flows in: packets whose payload is plain sensor sets. Flows out: bytes, and packets again. Any thread.
 */
@NullMarked
package org.banip.measure.peer.wire;

import org.jspecify.annotations.NullMarked;
