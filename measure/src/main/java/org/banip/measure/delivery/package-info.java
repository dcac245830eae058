/**
 * Whether what was sensed is what was stored and what was seen live: digests of sensor sets and their sampling instants, taken
 * at the sensor, at a live subscriber and from the store.
 *
 * <p>Flows in: sensor sets of one group, in order. Flows out: counts, digests and latencies.
 */
@NullMarked
package org.banip.measure.delivery;

import org.jspecify.annotations.NullMarked;
