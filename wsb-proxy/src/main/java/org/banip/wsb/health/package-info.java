/**
 * Health and metrics of a broker, for supervisors and monitoring systems.
 *
 * <p>Flows in: a broker's counters, on request. Flows out: checks and meters. The threads of the health server.
 */
@NullMarked
package org.banip.wsb.health;

import org.jspecify.annotations.NullMarked;
