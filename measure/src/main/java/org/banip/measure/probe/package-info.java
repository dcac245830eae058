/**
 * Measures a link with plain UDP and TCP, without BANip: the probes of the thesis.
 *
 * <p>Flows in: an emulated network. Flows out: figures. The calling thread sends. A thread of the probe, {@code banip-probe}, receives,
 * and ends with the probe.
 */
@NullMarked
package org.banip.measure.probe;

import org.jspecify.annotations.NullMarked;
