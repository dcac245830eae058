/**
 * A stand-alone broker on Jetty, in a JVM of its own or inside another program.
 *
 * <p>Flows in: connections. Flows out: requests to the relay. Connections are bounded here until a request is authenticated. Needs {@code
 * jetty-server} and {@code jetty-ee10-servlet}, which are optional dependencies, so that a WAR stays thin.
 */
@NullMarked
package org.banip.wsb.standalone;

import org.jspecify.annotations.NullMarked;
