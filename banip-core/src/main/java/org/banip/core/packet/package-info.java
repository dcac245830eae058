/**
 * Packets: the output of the transcoding chain, with its place in the group's sequence and its checksum.
 *
 * <p>Flows in: payloads. Flows out: immutable packets, kept until acknowledged (MBU) or stored (surrogate host). Any thread.
 */
@NullMarked
package org.banip.core.packet;

import org.jspecify.annotations.NullMarked;
