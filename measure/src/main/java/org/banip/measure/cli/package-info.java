/** The command line: {@link org.banip.measure.cli.Banip} and its subcommands. Arguments flow in; each subcommand runs on the main thread. */
@NullMarked
package org.banip.measure.cli;

import org.jspecify.annotations.NullMarked;
