/**
 * What a person at a terminal sees: a block of lines drawn anew again and again, pictures of signals made of dots, and figures
 * with their units.
 *
 * <p>Flows in: samples and lines. Flows out: text on standard error, so that standard output stays free for results. A {@link
 * org.banip.app.terminal.Screen} may be used by several threads; a {@link org.banip.app.terminal.SignalTrace} is fed by
 * one and drawn by another.
 */
@NullMarked
package org.banip.app.terminal;

import org.jspecify.annotations.NullMarked;
