/**
 * WebSocket on Jetty, both ends: binary messages up, acknowledgements down.
 *
 * <p>Flows in: packets. Flows out: the same, at least once. Threads: one that sends, one for acknowledgements per connection, Jetty's.
 */
@NullMarked
package org.banip.measure.peer.websocket;

import org.jspecify.annotations.NullMarked;
