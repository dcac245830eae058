/**
 * The files of a durable spool (docs/delivery.md).
 *
 * <p>Flows in: each change of the spool, on the thread that makes it, under the spool's monitor. Flows out: what an earlier process has left, once. A
 * thread of its own syncs the file at an interval.
 */
@NullMarked
package org.banip.mbu.journal;

import org.jspecify.annotations.NullMarked;
