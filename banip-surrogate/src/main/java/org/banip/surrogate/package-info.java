/**
 * The surrogate host, put together: {@link org.banip.surrogate.SurrogateHost} is what an embedder builds, installs into a
 * servlet container, subscribes to and closes.
 *
 * <p>Flows in: a store and settings; then requests, through the servlets it installs. Flows out: stored packets, live sensor
 * sets, statistics. Any thread.
 */
@NullMarked
package org.banip.surrogate;

import org.jspecify.annotations.NullMarked;
