/**
 * What a stand-alone server on Jetty allows a connection before it is a request of somebody's, and how it words its own refusals. Needs
 * {@code jetty-server}, and for HTTP/2 {@code jetty-http2-server} and {@code jetty-alpn-java-server}, which are optional dependencies: in a servlet
 * container this is the container's business.
 *
 * <p>Flows in: connections and malformed requests. Flows out: requests to the next handler, refusals in the protocol's words. Jetty's threads.
 */
@NullMarked
package org.banip.server.connection;

import org.jspecify.annotations.NullMarked;
