/**
 * A broker in a JVM of its own, or inside another program, on Jetty.
 *
 * <p>Flows in: connections. Flows out: requests to the relay. What a connection may do before it is a request of somebody's is bounded
 * here. Needs {@code jetty-server} and {@code jetty-ee10-servlet}, which are optional dependencies, so that a WAR stays thin.
 */
@NullMarked
package org.banip.wsb.standalone;

import org.jspecify.annotations.NullMarked;
