/**
 * A store in a process of its own: it subscribes to BANs over Jini and writes what they deliver with the writer of a host.
 *
 * <p>Flows in: the events of remote subscriptions. Flows out: packets and gaps in a {@link org.banip.surrogate.store.Store}, and a line for each
 * event that people want to know. JERI's threads deliver, one call at a time for each BAN; the store's writer commits.
 */
@NullMarked
package org.banip.app.store;

import org.jspecify.annotations.NullMarked;
