/**
 * What an app sees of its MBU: the state, counters, and events as they happen.
 *
 * <p>Flows in: what the stages count and meet. Flows out: immutable snapshots and events. Listeners are called on the thread
 * {@code banip-events}.
 */
@NullMarked
package org.banip.mbu.status;

import org.jspecify.annotations.NullMarked;
