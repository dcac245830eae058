/**
 * What uplinks really put on a link, packet for packet beside the overhead model.
 *
 * <p>Flows in: a capture of a run's packets, and what the model counts. Flows out: each packet by name, its headers and TCP options, the
 * difference from the model and the reason of it. One thread.
 */
@NullMarked
package org.banip.measure.overhead.wire;

import org.jspecify.annotations.NullMarked;
