/**
 * The study of several paths: BANip over all paths, over a single one, TCP and multipath TCP of the kernel, and SCTP and multipath QUIC, in scenarios of
 * published papers (docs/measuring.md).
 *
 * <p>Flows in: scenarios, sizes and repeats. Flows out: a row for each run, and one with means for each group of runs. Each run has an emulated network
 * and a thread of its own.
 */
@NullMarked
package org.banip.measure.paths;

import org.jspecify.annotations.NullMarked;
