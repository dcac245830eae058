/**
 * Uplinks: the ways of carrying frames to the surrogate host in HTTP requests (docs/protocol.md, "Uplinks"), and the interface that
 * further ways implement. {@code per-request}, {@code persistent} and {@code chunked} stand on Apache HttpClient.
 *
 * <p>Flows in: frames that an {@link org.banip.mbu.spi.FrameSource} has ready, and the host's answers. Flows out: bytes on sockets,
 * and the host's frames. Threads: {@code banip-send} carries, {@code banip-reverse} reads the reverse channel, {@code banip-watch} ends
 * what takes too long.
 */
@NullMarked
package org.banip.mbu.uplink;

import org.jspecify.annotations.NullMarked;
