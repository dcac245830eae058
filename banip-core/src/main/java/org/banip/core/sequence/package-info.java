/**
 * Sequence rules: which packet is next, early, late or too far ahead.
 *
 * <p>Flows in: packets and gaps of one group in the order of arrival. Flows out: the same in the order of their numbers, each
 * once. One thread at a time.
 */
@NullMarked
package org.banip.core.sequence;

import org.jspecify.annotations.NullMarked;
