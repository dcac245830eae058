/**
 * The interconnect: registered, carried, broken, resumed, ended (docs/protocol.md, sections 3, 6 and 8).
 *
 * <p>Flows in: packets and gaps from the spool, the host's frames. Flows out: frames for an uplink, acknowledgements to the spool. The
 * thread {@code banip-send} owns the interconnect; the thread that reads the host's frames only releases from the spool, queues commands
 * and takes the time.
 */
@NullMarked
package org.banip.mbu.interconnect;

import org.jspecify.annotations.NullMarked;
