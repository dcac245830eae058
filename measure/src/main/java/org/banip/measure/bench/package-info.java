/**
 * JMH benchmarks of the hot paths; {@code banip measure jmh} runs them.
 *
 * <p>Flows in: a recording or generated packets. Flows out: a row of results for each benchmark. Threads are JMH's.
 */
@NullMarked
package org.banip.measure.bench;

import org.jspecify.annotations.NullMarked;
