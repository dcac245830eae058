/**
 * Addresses of clients: who is behind a trusted proxy, and which addresses count as one client.
 *
 * <p>Flows in: a connection's peer address and the forwarding header. Flows out: the client's address, or the network it is counted for. Any
 * thread.
 */
@NullMarked
package org.banip.server.address;

import org.jspecify.annotations.NullMarked;
