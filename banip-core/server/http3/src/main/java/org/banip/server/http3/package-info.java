/**
 * HTTP/3 (RFC 9114) for the stand-alone broker and host: Netty's QUIC in front, the same Jetty server behind it.
 *
 * <p>Flows in: UDP datagrams. Flows out: requests, each of which Jetty sees as a connection of its own, since what breaks is a stream; answers.
 * One thread, {@code banip-quic}, has all connections; the server's threads run the requests. What a stream brought waits in one piece, the
 * rest in the stream's flow control window.
 */
@NullMarked
package org.banip.server.http3;

import org.jspecify.annotations.NullMarked;
