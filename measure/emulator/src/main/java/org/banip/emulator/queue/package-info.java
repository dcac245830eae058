/**
 * What happens to packets in one direction of an emulated link, in virtual time.
 *
 * <p>Flows in: packets with the instant at which they come. Flows out: packets with the instant at which they leave. Nothing here
 * looks at a clock: its caller does, once for real devices and once for tests. One thread owns a queue; its counters may be
 * read by any.
 */
@NullMarked
package org.banip.emulator.queue;

import org.jspecify.annotations.NullMarked;
