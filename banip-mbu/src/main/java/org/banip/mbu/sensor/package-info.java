/**
 * Where sensor sets come from.
 *
 * <p>Flows in: files, generators, devices. Flows out: sensor sets of one group in order. One thread at a time per sensor.
 */
@NullMarked
package org.banip.mbu.sensor;

import org.jspecify.annotations.NullMarked;
