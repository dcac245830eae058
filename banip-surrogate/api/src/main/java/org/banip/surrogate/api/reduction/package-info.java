/**
 * Reduced feeds: fewer channels, a lower rate, numerics only.
 *
 * <p>Flows in: what a subscriber wishes, and the events of one surrogate at a time. Flows out: the same events with less data, for another listener.
 * On the thread of the subscription; nothing is shared.
 */
@NullMarked
package org.banip.surrogate.api.reduction;

import org.jspecify.annotations.NullMarked;
