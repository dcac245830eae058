/**
 * Zenoh: publications up, acknowledgements down. Its library is not for Java, so each end has a Python process, {@code zenoh_end.py}, that passes
 * messages on.
 *
 * <p>Flows in: packets. Flows out: the same, at least once. Threads: one that sends, one for acknowledgements, one per process that reads its output.
 */
@NullMarked
package org.banip.measure.peer.zenoh;

import org.jspecify.annotations.NullMarked;
