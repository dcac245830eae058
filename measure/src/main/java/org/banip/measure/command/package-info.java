/**
 * The subcommands of {@code banip measure}.
 *
 * <p>Flows in: parsed options. Flows out: results on standard output and in a folder, progress on standard error. The main thread runs each command.
 */
@NullMarked
package org.banip.measure.command;

import org.jspecify.annotations.NullMarked;
