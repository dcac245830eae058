/**
 * A surrogate that watches channels of its BAN, as an example of a surrogate type; docs/surrogates.md walks through it.
 *
 * <p>Flows in: sensor sets of one BAN, on the thread of the surrogate's subscription. Flows out: an {@link org.banip.thresholds.Alert} when a rule
 * begins to apply and when it ends, to the subscribers of the surrogate, to a webhook, and to the MBU as a command. Compiles against {@code
 * org.banip.surrogate.api} and knows nothing of the host.
 */
@NullMarked
package org.banip.thresholds;

import org.jspecify.annotations.NullMarked;
