/**
 * {@code deflate}: general compression (RFC 1951) of each packet alone, or with earlier packets as a dictionary (docs/transcoders.md).
 *
 * <p>Flows in: blocks. Flows out: as many blocks, shorter, or one byte longer. The thread of the chain.
 */
@NullMarked
package org.banip.transcoders.deflate;

import org.jspecify.annotations.NullMarked;
