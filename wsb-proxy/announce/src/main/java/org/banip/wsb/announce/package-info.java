/**
 * Announces a broker on the local network: DNS-SD (RFC 6763) over multicast DNS (RFC 6762).
 *
 * <p>Flows in: questions of anybody on the network. Flows out: records that say where the broker is. One thread for each network, {@code banip-announce}.
 */
@NullMarked
package org.banip.wsb.announce;

import org.jspecify.annotations.NullMarked;
