/**
 * The {@code banip} command: {@link org.banip.app.Banip} parses the arguments and runs a subcommand.
 *
 * <p>Flows in: arguments. Flows out: results on standard output, everything else on standard error, and an exit code: 0 the command succeeded,
 * 1 it failed, 2 its arguments were wrong. The main thread runs each subcommand.
 */
@NullMarked
package org.banip.app;

import org.jspecify.annotations.NullMarked;
