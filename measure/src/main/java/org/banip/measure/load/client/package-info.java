/**
 * The load clients of {@code banip measure load}: many MBUs in one process, over non-blocking sockets.
 *
 * <p>Flows in: a specification and words of the parent process, and what the server answers. Flows out: packets at their scheduled instants,
 * counters as progress, and in the end latencies. Each {@link org.banip.measure.load.client.ClientLoop} is one thread, which alone touches its
 * MBUs and their connections; counters may be read by all threads.
 */
@NullMarked
package org.banip.measure.load.client;

import org.jspecify.annotations.NullMarked;
