/**
 * What the stages of the send path share: named threads, wake-ups, counters.
 *
 * <p>Flows in and out: only wake-ups and numbers. Any thread.
 */
@NullMarked
package org.banip.mbu.stage;

import org.jspecify.annotations.NullMarked;
