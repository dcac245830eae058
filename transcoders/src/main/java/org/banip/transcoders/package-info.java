/** Transcoding components, found by {@link java.util.ServiceLoader}. */
@NullMarked
package org.banip.transcoders;

import org.jspecify.annotations.NullMarked;
