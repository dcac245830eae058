/**
 * Finds surrogate hosts over Jini, for a broker's setting {@code host-directory=jini}.
 *
 * <p>Flows in: what lookup services know. Flows out: the hosts. A thread for each lookup service asks it.
 */
@NullMarked
package org.banip.wsb.jini;

import org.jspecify.annotations.NullMarked;
