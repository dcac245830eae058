/**
 * The surrogate hosts of a broker: which there are, which of them live and how busy they are, and which one a request goes to.
 *
 * <p>Flows in: a directory's hosts, the hosts' answers to the broker's own requests, and what became of relayed requests. Flows out: the host of each
 * request. Any thread; the broker's timer asks the hosts.
 */
@NullMarked
package org.banip.wsb.host;

import org.jspecify.annotations.NullMarked;
