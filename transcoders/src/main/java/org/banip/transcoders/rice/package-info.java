/**
 * {@code rice}: fixed predictors and Golomb-Rice codes, with shifts and additions only. Each packet is decoded alone (docs/transcoders.md).
 *
 * <p>Flows in: blocks of sensor sets. Flows out: one block for each, never longer. The thread of the chain.
 */
@NullMarked
package org.banip.transcoders.rice;

import org.jspecify.annotations.NullMarked;
