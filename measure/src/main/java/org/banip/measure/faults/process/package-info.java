/**
 * The MBU of the fault suite, in a process of its own, and the file in which it counts what it was given.
 *
 * <p>Flows in: a specification and words on standard input. Flows out: events on standard output, and counters in a mapped file, which are there
 * after the process was killed. Threads: the MBU's own, and one that copies its counters.
 */
@NullMarked
package org.banip.measure.faults.process;

import org.jspecify.annotations.NullMarked;
