/**
 * What a supervisor and a monitoring system ask a server: whether it lives, whether it is ready, and its figures.
 *
 * <p>Flows in: HTTP requests on a port of its own. Flows out: answers made of checks and counters that the server registered. Two threads
 * named {@code banip-health}; checks and counters are read on them.
 */
@NullMarked
package org.banip.server.health;

import org.jspecify.annotations.NullMarked;
