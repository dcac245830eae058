/**
 * Uplinks: ways to carry frames to the surrogate host in HTTP requests (docs/protocol.md, "Uplinks"). {@code per-request}, {@code persistent} and
 * {@code chunked} use Apache HttpClient.
 *
 * <p>Flows in: frames from an {@link org.banip.mbu.spi.FrameSource}, and the host's answers. Flows out: bytes on sockets, and the host's frames.
 * Threads: {@code banip-send} carries, {@code banip-reverse} reads the reverse channel, {@code banip-watch} ends requests that take too
 * long, {@code banip-connect} connects to one of several addresses.
 */
@NullMarked
package org.banip.mbu.uplink;

import org.jspecify.annotations.NullMarked;
