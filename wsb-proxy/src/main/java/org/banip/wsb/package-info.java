/**
 * The Wireless Service Broker: authenticates mobile base units and relays their streams to a surrogate host.
 *
 * <p>This package has its configuration and its counters. The way of a request through it is
 * {@code org.banip.wsb.relay}; {@link org.banip.wsb.standalone} runs one in a JVM of its own, {@code org.banip.wsb.webapp} in a servlet
 * container.
 */
@NullMarked
package org.banip.wsb;

import org.jspecify.annotations.NullMarked;
