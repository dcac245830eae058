/**
 * The health and the figures of a surrogate host, for supervisors and monitoring systems.
 *
 * <p>Flows in: a host's statistics and its store's state, when somebody asks. Flows out: checks and meters. The threads of the health server.
 */
@NullMarked
package org.banip.surrogate.health;

import org.jspecify.annotations.NullMarked;
