/**
 * The chain component {@code seal} (docs/transcoders.md), which stands last: packets flow in, and flow out encrypted for the surrogate host's public
 * key. {@link org.banip.seal.SealKeys} is the folder of private keys of a host or reader. One thread at a time for each encoder or decoder.
 */
@NullMarked
package org.banip.seal;

import org.jspecify.annotations.NullMarked;
