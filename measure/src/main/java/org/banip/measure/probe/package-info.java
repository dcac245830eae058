/**
 * What a link does with plain UDP and TCP, below all of BANip: the probes of the thesis.
 *
 * <p>Flows in: an emulated network. Flows out: figures. The calling thread sends; a thread of the probe, {@code banip-probe}, receives, and is
 * gone when the probe is done.
 */
@NullMarked
package org.banip.measure.probe;

import org.jspecify.annotations.NullMarked;
