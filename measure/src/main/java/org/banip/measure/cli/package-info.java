/**
 * The command line: {@link org.banip.measure.cli.Banip} and its subcommands.
 *
 * <p>Flows in: arguments. Flows out: results on standard output, everything else on standard error, an exit code: 0 done, 1 it
 * could not be done, 2 it was asked for in a wrong way. Each subcommand runs on the main thread.
 */
@NullMarked
package org.banip.measure.cli;

import org.jspecify.annotations.NullMarked;
