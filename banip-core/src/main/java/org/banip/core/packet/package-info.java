/**
 * Packets: the output of the transcoding chain, with the position in the group's sequence and a checksum.
 *
 * <p>Flows in: payloads. Flows out: immutable packets, kept until acknowledged (MBU) or stored (surrogate host). Any thread.
 */
@NullMarked
package org.banip.core.packet;

import org.jspecify.annotations.NullMarked;
