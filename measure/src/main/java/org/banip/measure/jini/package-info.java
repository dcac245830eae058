/**
 * {@code banip measure jini}: sensor sets a second and latency from a surrogate to a subscriber in another JVM, over Jini's remote calls.
 *
 * <p>Flows in: which batches, with or without TLS, for how long. Flows out: a row of results for each. The thread that calls {@link
 * org.banip.measure.jini.FeedExperiment} starts two processes for each case: the source, which has the host's subscriptions and a surrogate whose
 * data are generated, and the sink, which subscribes.
 */
@NullMarked
package org.banip.measure.jini;

import org.jspecify.annotations.NullMarked;
