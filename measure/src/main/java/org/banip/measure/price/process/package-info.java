/**
 * Processes that send as fast as they can: an MBU, and a publisher of NATS JetStream.
 *
 * <p>Flows in: a specification. Flows out: an event with what was measured. Threads: one that sends, and the library's own.
 */
@NullMarked
package org.banip.measure.price.process;

import org.jspecify.annotations.NullMarked;
