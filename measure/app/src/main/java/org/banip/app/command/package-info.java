/**
 * The subcommands of {@code banip} that start a part of the product or read its store.
 *
 * <p>Flows in: parsed options. Flows out: results on standard output, progress on standard error. The main thread runs each command.
 */
@NullMarked
package org.banip.app.command;

import org.jspecify.annotations.NullMarked;
