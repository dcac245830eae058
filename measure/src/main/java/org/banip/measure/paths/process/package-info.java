/**
 * The MBU process of the study of several paths.
 *
 * <p>Flows in: a specification and words on standard input. Flows out: events on standard output. Each sensor has a thread.
 */
@NullMarked
package org.banip.measure.paths.process;

import org.jspecify.annotations.NullMarked;
