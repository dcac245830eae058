/**
 * Compares the store with what MBUs were given: each sensor set once, in order, and gaps only where an MBU's process had ended.
 *
 * <p>Flows in: the store, and what is known of each MBU's process. Flows out: findings. Threads: the caller's.
 */
@NullMarked
package org.banip.measure.faults.record;

import org.jspecify.annotations.NullMarked;
