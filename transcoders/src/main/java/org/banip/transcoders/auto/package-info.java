/**
 * {@code auto}: codes a group with the best coder of samples. It finds that coder by trial, and repeats the trial when the signal changes
 * (docs/transcoders.md).
 *
 * <p>Flows in: blocks of sensor sets. Flows out: one block for each, at most two bytes longer. The thread of the chain.
 */
@NullMarked
package org.banip.transcoders.auto;

import org.jspecify.annotations.NullMarked;
