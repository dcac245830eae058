/**
 * The thesis's compression study on any folder of recordings: the savings, and their part on channels that have a sensor, by chain, block
 * size and kind of sensor.
 *
 * <p>Flows in: recordings, and the results of {@link org.banip.measure.compression}. Flows out: rows. The caller's thread.
 */
@NullMarked
package org.banip.measure.study;

import org.jspecify.annotations.NullMarked;
