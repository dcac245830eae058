/**
 * Sockets between JVMs: plain on one machine, or TLS 1.3 with certificates on both sides.
 *
 * <p>Flows in: an address, key store and trust store. Flows out: socket factories for JERI and for unicast discovery. The number of accepted
 * connections is bounded, connecting has a time-out. Any thread.
 */
@NullMarked
package org.banip.surrogate.jini.transport;

import org.jspecify.annotations.NullMarked;
