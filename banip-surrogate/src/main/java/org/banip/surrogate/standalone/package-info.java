/**
 * The surrogate host as a server of its own, on Jetty, which is an optional dependency.
 *
 * <p>Flows in: a host and settings. Flows out: the same servlets as in a container, on a socket. Jetty's threads run them.
 */
@NullMarked
package org.banip.surrogate.standalone;

import org.jspecify.annotations.NullMarked;
