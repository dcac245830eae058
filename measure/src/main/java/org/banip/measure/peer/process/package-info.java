/**
 * The two processes of a run: one that sends, one that receives, whichever peer it is, or BANip.
 *
 * <p>Flows in: arguments, and a few words on standard input. Flows out: a few words and a JSON object on standard output.
 */
@NullMarked
package org.banip.measure.peer.process;

import org.jspecify.annotations.NullMarked;
