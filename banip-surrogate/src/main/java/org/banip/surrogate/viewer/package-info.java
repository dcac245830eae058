/**
 * What viewers see of a host over HTTP: the list of surrogates, one surrogate's live data as server-sent events, and a page that
 * shows both. Never relayed by a broker; on loopback, or with the viewers' token.
 *
 * <p>Flows in: statistics, events of a {@linkplain org.banip.surrogate.subscriber.LiveQueue queue} of its own per viewer, and for
 * one that was away what it has not seen, from the store. Flows out: JSON. Written without blocking, on the container's threads or the host's; a
 * viewer that does not keep up loses live data, is told how much, and delays nobody.
 */
@NullMarked
package org.banip.surrogate.viewer;

import org.jspecify.annotations.NullMarked;
