/**
 * JMH benchmarks of the hot paths; {@code banip measure jmh} runs them.
 *
 * <p>Flows in: a recording or a generated ECG. Flows out: figures, through JMH. Threads are JMH's.
 */
@NullMarked
package org.banip.measure.bench;

import org.jspecify.annotations.NullMarked;
