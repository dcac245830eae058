/**
 * Interconnects: the host's end of each MBU session, from request bodies to the store and to the live subscribers.
 *
 * <p>Flows in: bytes of data requests, on the container's threads. Flows out: packets and gaps to the {@linkplain
 * org.banip.surrogate.store store}, decoded sensor sets to the {@linkplain org.banip.surrogate.subscriber subscribers},
 * acknowledgements and commands to the reverse channels and data answers. {@code ReceivePath} is the walk of a byte, stage
 * after stage; nothing calls back upstream but acknowledgements ({@code OpenReverseChannel}, the answer of a data request) and
 * back-pressure (a data request's next bytes are not asked for).
 *
 * <p>Threads: each interconnect is a serial executor, which owns its state; bytes, commits and ticks are given to it as tasks, and run on the
 * thread that gives the first of them. Chains decode outside it, one thread per group at a time: the one that read the bytes, or, where
 * decoding takes longer, one of the decoders' own. What may block (registration, activation) runs on a few workers, and what reads a record back
 * on others, in order for each session; what viewers read back, on one of its own; answers and resumptions run on another pool and never block.
 */
@NullMarked
package org.banip.surrogate.interconnect;

import org.jspecify.annotations.NullMarked;
