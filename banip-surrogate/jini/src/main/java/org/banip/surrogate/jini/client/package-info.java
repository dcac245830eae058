/**
 * Subscribers in other JVMs than the host's: finds surrogates, subscribes to those that are wanted, keeps the subscriptions alive, and hands events
 * to listeners as the host would.
 *
 * <p>Flows in: what a directory of surrogates lists, and batches of events. Flows out: calls of listeners, one at a time for each BAN, on threads of
 * JERI. One thread asks the directory; each BAN that is followed has a thread that subscribes and renews.
 */
@NullMarked
package org.banip.surrogate.jini.client;

import org.jspecify.annotations.NullMarked;
