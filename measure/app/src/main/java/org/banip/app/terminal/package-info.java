/**
 * Output for a person at a terminal: a block of lines that is redrawn, pictures of signals made of dots, and figures with their units.
 *
 * <p>Flows in: samples and lines. Flows out: text on standard error, so that standard output stays free for results. A {@link
 * org.banip.app.terminal.Screen} may be used by several threads. One thread adds samples to a {@link org.banip.app.terminal.SignalTrace}, another
 * draws it.
 */
@NullMarked
package org.banip.app.terminal;

import org.jspecify.annotations.NullMarked;
