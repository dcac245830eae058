/**
 * BANip beside what people would use in its place: the same signal over the same link into the same store, in the same run.
 *
 * <p>Flows in: a signal, links, names of peers. Flows out: rows of results and a table. One thread per run that is under way; what is
 * measured runs in processes of its own.
 */
@NullMarked
package org.banip.measure.peer;

import org.jspecify.annotations.NullMarked;
