/**
 * The thesis's compression study on any folder of recordings: how much is saved, and how much of it on channels that have a sensor, by
 * chain, block size and kind of sensor.
 *
 * <p>Flows in: recordings and what {@link org.banip.measure.compression} measures of them. Flows out: rows. The caller's thread.
 */
@NullMarked
package org.banip.measure.study;

import org.jspecify.annotations.NullMarked;
