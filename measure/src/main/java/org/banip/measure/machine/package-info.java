/**
 * What the system counts of processes.
 *
 * <p>Flows in: process ids. Flows out: processor time, system calls and memory, as Linux has them in {@code /proc}. Any thread.
 */
@NullMarked
package org.banip.measure.machine;

import org.jspecify.annotations.NullMarked;
