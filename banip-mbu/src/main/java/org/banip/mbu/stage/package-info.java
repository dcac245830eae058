/**
 * What the stages of the send path share: named threads, a wake-up signal, counters.
 *
 * <p>Flows in and out: nothing but wake-ups and numbers. Any thread.
 */
@NullMarked
package org.banip.mbu.stage;

import org.jspecify.annotations.NullMarked;
