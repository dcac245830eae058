/**
 * Frames: self-delimiting pieces of a request or response body, and the incremental encoder and decoder for them.
 *
 * <p>Flows in: packets, gaps and control messages, or bytes in pieces of any size. Flows out: the other form. An encoder or decoder belongs
 * to one HTTP body and one thread at a time.
 */
@NullMarked
package org.banip.core.frame;

import org.jspecify.annotations.NullMarked;
