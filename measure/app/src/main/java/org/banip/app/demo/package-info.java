/**
 * The demo: on one machine, an MBU streams over real sockets through a broker to a surrogate host, and the sensed and the received samples are
 * compared.
 *
 * <p>Flows in: settings. Flows out: progress on standard error, a report. {@link org.banip.app.demo.Demo} runs on the
 * caller's thread; sensing, sending, relaying, receiving, storing and live delivery run on the threads of those parts.
 */
@NullMarked
package org.banip.app.demo;

import org.jspecify.annotations.NullMarked;
