/**
 * Commands from the surrogate host to the BAN (docs/protocol.md, "Control frames").
 *
 * <p>Flows in: commands, on the thread {@code banip-command}. Flows out: their results.
 */
@NullMarked
package org.banip.mbu.command;

import org.jspecify.annotations.NullMarked;
