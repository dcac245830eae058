/**
 * The host's HTTP surface towards brokers and MBUs, as asynchronous servlets: the same in a servlet container and stand-alone
 * (docs/protocol.md, "Resources").
 *
 * <p>Flows in: request bodies, read without blocking on the container's threads, or on one of the host's after back-pressure.
 * Flows out: bytes to the {@linkplain org.banip.surrogate.interconnect interconnects}; answers and endless answers, written
 * without blocking. No request holds a thread while it waits.
 */
@NullMarked
package org.banip.surrogate.endpoint;

import org.jspecify.annotations.NullMarked;
