/**
 * The schedulers that come with the library: which of several paths sends what.
 *
 * <p>Flows in: a packet that waits or is under way, and the state of the paths. Flows out: whether the path that asks sends it. Under the spool's
 * lock, one call at a time.
 */
@NullMarked
package org.banip.mbu.scheduling;

import org.jspecify.annotations.NullMarked;
