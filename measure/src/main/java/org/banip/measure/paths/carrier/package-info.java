/**
 * The transports that are compared: BANip, TCP and multipath TCP of the kernel, and SCTP and multipath QUIC by programs, if they are there. Each
 * carries a load over an emulated network.
 *
 * <p>Flows in: a network and a case. Flows out: when what arrived. The run's thread calls; streams of the kernel have a thread at each end.
 */
@NullMarked
package org.banip.measure.paths.carrier;

import org.jspecify.annotations.NullMarked;
