/**
 * Thinning of groups while the link does not carry everything: when it begins and ends ({@link org.banip.mbu.thinning.OverloadWatch}), and how the
 * signal gets its lower rate ({@link org.banip.mbu.thinning.Decimator}). Sensor sets flow in at the full rate and out at the lower one, on the
 * encoding thread.
 */
@NullMarked
package org.banip.mbu.thinning;

import org.jspecify.annotations.NullMarked;
