/**
 * The whole way on one machine: an MBU streams through a broker into a surrogate host, over real sockets on loopback, and what
 * arrived is compared with what was sensed.
 *
 * <p>Flows in: settings. Flows out: progress on standard error, a report. {@link org.banip.app.demo.Demo} runs on the
 * caller's thread; sensing, sending, relaying, receiving, storing and live delivery run on threads of their own parts.
 */
@NullMarked
package org.banip.app.demo;

import org.jspecify.annotations.NullMarked;
