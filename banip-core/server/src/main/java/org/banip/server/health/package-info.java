/**
 * What a supervisor and a monitoring system ask a server: whether it lives, whether it is ready, and its figures.
 *
 * <p>Flows in: HTTP requests on a port of its own. Flows out: answers made of checks and counters that the server registered. Each
 * request has a thread of its own, named {@code banip-health}, up to a bound ({@code ProbeThreads}); checks and counters are read on it.
 */
@NullMarked
package org.banip.server.health;

import org.jspecify.annotations.NullMarked;
