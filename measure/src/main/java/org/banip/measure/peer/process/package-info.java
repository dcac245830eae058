/**
 * The two processes of a run: one that sends and one that receives, for each peer and for BANip.
 *
 * <p>Flows in: arguments, and requests on standard input. Flows out: answers and a JSON object on standard output.
 */
@NullMarked
package org.banip.measure.peer.process;

import org.jspecify.annotations.NullMarked;
