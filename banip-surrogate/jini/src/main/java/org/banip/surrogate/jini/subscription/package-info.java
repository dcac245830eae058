/**
 * The host's side of subscribers in other JVMs.
 *
 * <p>Flows in: calls to subscribe, renew and unsubscribe, and a surrogate's events from the host. Flows out: batches of events to subscribers in
 * other JVMs. Each subscriber has a bounded queue, a thread that takes events from the queue, a thread that sends, and connections of its own; one
 * thread for all breaks off calls that last too long, and ends subscriptions that are not renewed.
 */
@NullMarked
package org.banip.surrogate.jini.subscription;

import org.jspecify.annotations.NullMarked;
