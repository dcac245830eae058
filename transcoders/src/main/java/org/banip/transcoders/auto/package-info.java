/**
 * {@code auto}: codes a group with the coder of samples that suits it, found by trial and tried again when the signal changes
 * (docs/transcoders.md).
 *
 * <p>Flows in: blocks of sensor sets. Flows out: one block for each, at most two bytes longer. The thread of the chain.
 */
@NullMarked
package org.banip.transcoders.auto;

import org.jspecify.annotations.NullMarked;
