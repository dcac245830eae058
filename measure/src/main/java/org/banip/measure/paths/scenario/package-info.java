/**
 * The scenarios of the study of several paths: paths, what happens to them, what is sent, and the figures that were published for the same.
 *
 * <p>Flows in: a seed and sizes. Flows out: cases, which are values. Any thread.
 */
@NullMarked
package org.banip.measure.paths.scenario;

import org.jspecify.annotations.NullMarked;
