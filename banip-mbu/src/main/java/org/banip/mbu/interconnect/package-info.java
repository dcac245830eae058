/**
 * The interconnect and its life cycle: registration, breaks, resumption, end (docs/protocol.md, sections 3, 6 and 8).
 *
 * <p>Flows in: packets and gaps from the spool, the host's frames. Flows out: frames for an uplink, acknowledgements to the spool. The thread
 * {@code banip-send} owns the interconnect. The thread that reads the host's frames only releases items from the spool, queues commands and takes
 * time answers.
 */
@NullMarked
package org.banip.mbu.interconnect;

import org.jspecify.annotations.NullMarked;
