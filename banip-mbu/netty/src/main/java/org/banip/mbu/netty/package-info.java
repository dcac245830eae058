/**
 * Uplinks on Netty. One connection carries the frames in both directions (docs/links.md, "Uplinks").
 *
 * <p>Flows in: frames from an {@link org.banip.mbu.spi.FrameSource}, and the host's answers. Flows out: bytes on sockets, and the host's frames.
 * Threads: {@code banip-send} connects and waits; {@code banip-netty}, a few threads that all uplinks of the process share, does everything else:
 * it polls the source when the socket can take more, so what is not sent stays in the spool.
 */
@NullMarked
package org.banip.mbu.netty;

import org.jspecify.annotations.NullMarked;
